// The live server over HTTP beside a do-it-yourself alternative (described in peers/peer-server.ts). Both run on this machine. The same
// load requests each of them in short turns while the other is idle. Each round measures every question once, and ratios are taken within a
// round. LAURELS_THREADS sets the threads of the live server.
//
// For a quick try: PEERS_ROUNDS=1 PEERS_PLAYERS=10000. Other sizes: PEERS_PLAYERS=10000000.
import { join } from 'node:path';

import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { buildIfStale } from '../build/stale.ts';
import { atLeast, atMost, type Figure, median, milliseconds, shownOnly } from './figure.ts';
import { whyNoListeners } from './peers/listener-process.ts';
import { machineFigure, missingPrograms, residentMegabytes } from './peers/machine.ts';
import { POSTS, type Question, QUESTIONS, RANKS } from './peers/questions.ts';
import { inRounds, type Rounds, TURN_MS, type Way } from './peers/rounds.ts';
import { type RunningPeer, seedPeer, startPeer } from './peers/running-peer.ts';
import { startAgainAndAgain, type Starts } from './peers/starts.ts';
import { threadFigures } from './peers/threads.ts';
import { ended, inScratch, type Scratch } from './scratch.ts';
import { seedPlayers } from './seed-players.ts';
import type { SpawnedServer } from './spawned-server.ts';
import { grouped } from './timed.ts';

const KEY = 'a-key-for-the-bench-of-peers';

/** The minimum rate with listeners, or among posts, as a fraction of the rate without. */
const LIMIT_BESIDE_ALONE = 0.9;
const LISTENERS = 2000;

/** The size at which a start has a limit, and the limit in milliseconds. */
const START = { players: 1_000_000, limit: 2500 };

/** How long each size may take, in seconds. */
const LIMIT_SECONDS = 180;

interface Settings {
  readonly sizes: readonly number[];
  readonly rounds: number;
}

/** The live server beside Fastify and Redis, with and without listeners, and its start time. */
export async function peers(): Promise<Figure[]> {
  const settings = settingsOf(process.env);
  const missing = missingPrograms();
  if (missing.length > 0) {
    const measured = `${missing.join(' and ')} not found: apt-get install redis-server wrk`;
    return [{ what: 'the live server beside Fastify and Redis', measured, limit: '', verdict: 'not measured' }];
  }
  await buildIfStale('live');
  const started = performance.now();
  const { sizes, rounds } = settings;
  const figures = [
    machineFigure(),
    shownOnly('each figure', `the median of ${rounds} rounds with turns of ${TURN_MS} ms, and of the ratios in each; lowest to highest`),
  ];
  for (const players of sizes) figures.push(...(await inScratch((scratch) => compared(scratch, players, settings))));
  const duration = {
    what: 'duration of this bench',
    value: (performance.now() - started) / 1000,
    limit: sizes.length * LIMIT_SECONDS,
    show: (seconds: number) => `${seconds.toFixed(0)} s`,
  };
  return [...figures, atMost(duration)];
}

/** @throws {Error} naming a setting that is not a positive integer. */
function settingsOf(env: NodeJS.ProcessEnv): Settings {
  const numbers = (name: string, otherwise: string) =>
    (env[name] ?? otherwise).split(',').map((text) => {
      if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be a whole number from 1 on; it is ${JSON.stringify(env[name])}.`);
      return Number(text);
    });
  return {
    sizes: numbers('PEERS_PLAYERS', '10000,1000000'),
    rounds: numbers('PEERS_ROUNDS', '9')[0]!,
  };
}

async function compared(scratch: Scratch, players: number, { sizes, rounds: count }: Settings): Promise<Figure[]> {
  const of = (what: string) => `${what}, ${grouped(players)} players`;
  const data = join(scratch.folder, 'laurels');
  const redisData = join(scratch.folder, 'redis');
  const now = Date.now();
  await Promise.all([seedLaurels(data, players, now), seedPeer(scratch, redisData, players, now)]);

  const asked = { key: KEY, players };
  const starts = await startAgainAndAgain(scratch, data, KEY, { ...POSTS, ...asked, path: POSTS.path.laurels });
  const laurels = starts.server;
  const peer = await startPeer(scratch, redisData, KEY);
  const noListeners = whyNoListeners(LISTENERS);
  const rounds = await inRounds(scratch, count, { ...asked, laurels, peer, listeners: noListeners === undefined ? LISTENERS : 0 });
  const resources = resourceFigures(of, laurels, peer);
  await peer.stop();
  await ended(laurels.child, 'SIGTERM');
  return [
    ...QUESTIONS.flatMap((question) => besidePeer(of, question, rounds)),
    ...amongPosts(of, rounds),
    ...(noListeners === undefined
      ? [
          ...[POSTS, RANKS].map((question) => besideAlone(of, question, 'listened to', `with ${grouped(LISTENERS)} listeners`, rounds)),
          shownOnly(of('changes told to each listener'), `${(median(rounds.told) / LISTENERS).toFixed(1)} a second`),
        ]
      : [{ what: of(`with ${grouped(LISTENERS)} listeners`), measured: noListeners, limit: '', verdict: 'not measured' } as const]),
    ...startFigures(of, players, starts),
    ...resources,
    ...(players === Math.max(...sizes) ? await threadFigures(of, scratch, data, asked) : []),
  ];
}

async function seedLaurels(data: string, players: number, now: number): Promise<void> {
  const store = await openSqliteStore(data);
  await seedPlayers(store, players, now);
  await store.close();
}

function besidePeer(of: (what: string) => string, question: Question, rounds: Rounds): Figure[] {
  const figure = (name: 'rate' | 'p99Ms', show: (value: number) => string, unit: string) => ({
    value: rounds.ratio(question, 'laurels', 'peer', name),
    show: times,
    note: `${spread(rounds.of(question, 'laurels', name), show)} beside ${spread(rounds.of(question, 'peer', name), show)} ${unit}`,
  });
  const { what, limits } = question;
  return [
    atLeast({ what: `${of(what)}: rate beside the peer’s`, limit: limits.rate, ...figure('rate', whole, 'a second') }),
    atMost({ what: `${of(what)}: p99 beside the peer’s`, limit: limits.p99, ...figure('p99Ms', tenths, 'ms') }),
  ];
}

function besideAlone(of: (what: string) => string, question: Question, way: Way, named: string, rounds: Rounds): Figure {
  const rates = (of: Way) => spread(rounds.of(question, of, 'rate'), whole);
  return atLeast({
    what: `${of(question.what)}: rate ${named} beside without`,
    value: rounds.ratio(question, way, 'laurels', 'rate'),
    limit: LIMIT_BESIDE_ALONE,
    show: times,
    note: `${rates(way)} beside ${rates('laurels')} a second`,
  });
}

function amongPosts(of: (what: string) => string, rounds: Rounds): Figure[] {
  const p99 = (way: Way) => `${spread(rounds.of(RANKS, way, 'p99Ms'), tenths)} ms`;
  const posts = (figure: 'rate' | 'p99Ms') => rounds.paced.map((measured) => measured[figure]);
  return [
    besideAlone(of, RANKS, 'among posts', 'among paced posts', rounds),
    shownOnly(of('paced posts among ranks'), `${spread(posts('rate'), whole)} a second, p99 ${spread(posts('p99Ms'), tenths)} ms`),
    shownOnly(of('p99 of ranks among paced posts'), p99('among posts')),
    shownOnly(of('p99 of ranks right after a burst of posts'), p99('after a burst')),
  ];
}

function startFigures(of: (what: string) => string, players: number, { afterStopMs, afterKillMs }: Starts): Figure[] {
  return Object.entries({ 'start, ready': afterStopMs, 'start after kill -9 under load, ready': afterKillMs }).map(([what, starts]) => {
    const note = `${milliseconds(Math.min(...starts))} to ${milliseconds(Math.max(...starts))} of ${starts.length}`;
    const value = median(starts);
    return players === START.players
      ? atMost({ what: of(what), value, limit: START.limit, show: milliseconds, note })
      : shownOnly(of(what), `${milliseconds(value)} (${note})`);
  });
}

/** Memory after all measurements, and the peer's start time. */
function resourceFigures(of: (what: string) => string, laurels: SpawnedServer, peer: RunningPeer): Figure[] {
  const megabytes = (process: SpawnedServer['child']) => `${whole(residentMegabytes(process))} MB`;
  return [
    shownOnly(of('memory of the live server'), megabytes(laurels.child)),
    shownOnly(of('memory of the peer'), `${megabytes(peer.redis)} Redis, ${megabytes(peer.server.child)} its server`),
    shownOnly(of('start of the peer, Redis first'), milliseconds(peer.startMs)),
  ];
}

function spread(values: readonly number[], show: (value: number) => string): string {
  return `${show(median(values))} [${show(Math.min(...values))} to ${show(Math.max(...values))}]`;
}

function times(ratio: number): string {
  return `${ratio.toFixed(2)} ×`;
}

function whole(value: number): string {
  return grouped(Math.round(value));
}

function tenths(value: number): string {
  return value.toFixed(1);
}
