import { median } from '../figure.ts';
import type { Scratch } from '../scratch.ts';
import type { SpawnedServer } from '../spawned-server.ts';
import { grouped } from '../timed.ts';
import { type Listeners, startListeners } from './listener-process.ts';
import { quiet } from './machine.ts';
import { assertAnswered, PLACES, POSTS, POSTS_ONE_BY_ONE, type Question, QUESTIONS, RANKS, type Side, TOP } from './questions.ts';
import type { RunningPeer } from './running-peer.ts';
import { type Load, loaded, type Measured } from './wrk.ts';

/** The duration of one turn, in milliseconds. */
export const TURN_MS = 600;

/** Posts per second to Laurels during rank requests, and during those with listeners, who need changes to receive. */
const POSTS_A_SECOND = { amongPosts: 1000, listenedTo: 10 };

/** How a question is measured: on one of the two while the other is idle, or on Laurels during or after other work. */
export type Way = Side | 'listened to' | 'among posts' | 'after a burst';

/** The servers to measure, and the number of listeners to Laurels; 0 if there can be none. */
interface Asked extends Pick<Load, 'key' | 'players'> {
  readonly laurels: SpawnedServer;
  readonly peer: RunningPeer;
  readonly listeners: number;
}

/**
 * The turns of a round; every second round runs them backwards. So turns to be compared are close together, and each comes first as often
 * as the other. Turns with listeners are in a row, because connecting them takes a while.
 */
const TURNS: readonly (readonly [Question, Way])[] = [
  [TOP, 'peer'],
  [TOP, 'laurels'],
  [PLACES, 'laurels'],
  [PLACES, 'peer'],
  [RANKS, 'after a burst'],
  [RANKS, 'peer'],
  [RANKS, 'laurels'],
  [RANKS, 'among posts'],
  [RANKS, 'listened to'],
  [POSTS, 'listened to'],
  [POSTS, 'laurels'],
  [POSTS, 'peer'],
  [POSTS_ONE_BY_ONE, 'laurels'],
  [POSTS_ONE_BY_ONE, 'peer'],
];

/** The results of each turn, by question and way, in the order of the rounds. */
export class Rounds {
  readonly #measured = new Map<string, Measured[]>();
  /** The posts that arrived during rank requests. */
  readonly paced: Measured[] = [];
  /** Changes that all listeners received per second. */
  readonly told: number[] = [];

  add({ what }: Question, way: Way, measured: Measured): void {
    const key = `${what}\n${way}`;
    this.#measured.set(key, [...(this.#measured.get(key) ?? []), measured]);
  }

  of({ what }: Question, way: Way, figure: keyof Measured): number[] {
    return (this.#measured.get(`${what}\n${way}`) ?? []).map((measured) => measured[figure]);
  }

  /** The median of each round's ratio of one way to another. */
  ratio(question: Question, way: Way, beside: Way, figure: keyof Measured): number {
    const others = this.of(question, beside, figure);
    return median(this.of(question, way, figure).map((value, round) => value / others[round]!));
  }
}

/** Runs rounds, after a warm-up turn of each question, because both servers have just started. */
export async function inRounds(scratch: Scratch, count: number, { laurels, peer, listeners, key, players }: Asked): Promise<Rounds> {
  const urls = { laurels: laurels.url, peer: peer.server.url };
  const load = ({ method, connections, path }: Question, side: Side, rate?: number) =>
    loaded(scratch, { method, connections, url: urls[side], path: path[side], key, players, rate }, TURN_MS);
  for (const question of QUESTIONS) {
    for (const side of ['laurels', 'peer'] as const) {
      await assertAnswered(question, side, urls[side], key);
      await load(question, side);
    }
  }

  const rounds = new Rounds();
  let listening: Listeners | undefined;
  const ask = async (question: Question, way: Way): Promise<Measured> => {
    if (way === 'listened to') listening ??= await startListeners(scratch, laurels.url, listeners);
    else listening = void (await listening?.stop());
    // Work left over from one server's turn must not slow the other's.
    await peer.calm();
    await quiet(laurels.child, peer.redis, peer.server.child);
    switch (way) {
      case 'peer':
      case 'laurels':
        return load(question, way);
      case 'after a burst':
        await load(POSTS, 'laurels');
        return load(question, 'laurels');
      case 'among posts': {
        const [measured, posts] = await Promise.all([load(question, 'laurels'), load(POSTS, 'laurels', POSTS_A_SECOND.amongPosts)]);
        rounds.paced.push(posts);
        return measured;
      }
      case 'listened to': {
        const before = await listening!.told();
        const started = performance.now();
        const [measured] = await Promise.all([load(question, 'laurels'), load(POSTS_ONE_BY_ONE, 'laurels', POSTS_A_SECOND.listenedTo)]);
        const told = (await listening!.told()) - before;
        if (told === 0) throw new Error('The listeners were told nothing.');
        rounds.told.push((told * 1000) / (performance.now() - started));
        return measured;
      }
    }
  };
  for (let round = 0; round < count; round += 1) {
    console.log(`  ${grouped(players)} players, round ${round + 1} of ${count}`);
    for (const [question, way] of round % 2 === 0 ? TURNS : TURNS.toReversed()) {
      if (way !== 'listened to' || listeners > 0) rounds.add(question, way, await ask(question, way));
    }
  }
  await listening?.stop();
  return rounds;
}
