import { GAME_ENDPOINTS } from '../../../src/contract/game-endpoints.ts';
import { DEFAULT_BOARD } from '../../../src/contract/live-source.ts';
import type { Load } from './wrk.ts';

export type Side = 'laurels' | 'peer';

/** A request that both servers answer, each at its own path. */
export interface Question {
  readonly what: string;
  readonly method: Load['method'];
  readonly connections: number;
  readonly path: Readonly<Record<Side, string>>;
  /** The minimum number of ranks in an answer. Players at the top have fewer neighbours. */
  readonly ranks: number;
  /** Laurels answers at least `rate` times as many requests as the peer, with a p99 at most `p99` times as long. */
  readonly limits: { readonly rate: number; readonly p99: number };
}

const RANKINGS = GAME_ENDPOINTS.rankings.path.replace('{board}', DEFAULT_BOARD);

export const POSTS: Question = {
  what: 'durable posts, 64 connections',
  method: 'POST',
  connections: 64,
  path: { laurels: GAME_ENDPOINTS.submitPoints.path, peer: '/points' },
  ranks: 4,
  limits: { rate: 0.9, p99: 2 },
};

export const POSTS_ONE_BY_ONE: Question = { ...POSTS, what: 'durable posts, one connection', connections: 1 };

export const RANKS: Question = {
  what: 'rank and two neighbours each side',
  method: 'GET',
  connections: 64,
  path: { laurels: `${RANKINGS}?period=all-time&around=USER&limit=5`, peer: '/rank/USER' },
  ranks: 3,
  limits: { rate: 1, p99: 1 },
};

export const PLACES: Question = {
  what: 'a player’s places',
  method: 'GET',
  connections: 64,
  path: { laurels: GAME_ENDPOINTS.player.path.replace('{username}', 'USER'), peer: '/player/USER' },
  ranks: 4,
  limits: { rate: 1, p99: 1 },
};

export const TOP: Question = {
  what: 'top 50',
  method: 'GET',
  connections: 64,
  path: { laurels: `${RANKINGS}?period=all-time&limit=50`, peer: '/top' },
  ranks: 50,
  limits: { rate: 3, p99: 1 },
};

/** The questions measured. Reads use as many connections as posts. */
export const QUESTIONS: readonly Question[] = [POSTS, POSTS_ONE_BY_ONE, RANKS, PLACES, TOP];

/**
 * Sends a request and checks the answer, because a fast server with wrong answers proves nothing. An event is posted twice and must be new
 * only once.
 * @throws {Error} if the expected ranks are missing, or the status is wrong.
 */
export async function assertAnswered({ method, path, ranks }: Question, side: Side, url: string, key: string): Promise<void> {
  const target = path[side].replace('USER', 'player-77');
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const event = JSON.stringify({ id: crypto.randomUUID(), username: 'player-77', points: 1 });
  for (const status of method === 'POST' ? [201, 200] : [200]) {
    const response = await fetch(url + target, { method, headers, ...(method === 'POST' && { body: event }) });
    const text = await response.text();
    const found = text.match(/"rank":\d+/g)?.length ?? 0;
    if (response.status !== status || found < ranks)
      throw new Error(`${target} of ${side} was answered with ${response.status}: ${text.slice(0, 400)}`);
  }
}
