// The live server over HTTP beside what a user would build instead (peers/peer-server.ts says what that is and what each
// answers). Both run on this machine, each asked by the same load in turn while the other has nothing to do.
//
// For a try: PEERS_ROUNDS=1 PEERS_SECONDS=1 PEERS_PLAYERS=10000. Other sizes: PEERS_PLAYERS=10000000.
import { join } from 'node:path';

import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { buildIfStale } from '../build/stale.ts';
import { atLeast, atMost, type Figure, median, milliseconds, shownOnly } from './figure.ts';
import { startListeners, whyNoListeners } from './peers/listener-process.ts';
import { machineFigure, missingPrograms, residentMegabytes } from './peers/machine.ts';
import { assertAnswered, type Question, QUESTIONS, type Side } from './peers/questions.ts';
import { type RunningPeer, seedPeer, startPeer } from './peers/running-peer.ts';
import { startAgainAndAgain, type Starts } from './peers/starts.ts';
import { withTrickle } from './peers/trickle.ts';
import { loaded, type Measured } from './peers/wrk.ts';
import { inScratch, type Scratch } from './scratch.ts';
import { seedPlayers } from './seed-players.ts';
import type { SpawnedServer } from './spawned-server.ts';
import { grouped } from './timed.ts';

const KEY = 'a-key-for-the-bench-of-peers';

/** Laurels must answer at least as many requests, with a p99 at most this many times as long. */
const LIMITS = { rate: 1, p99: 2 };

/** The minimum rate with listeners, as a fraction of the rate without. */
const LIMIT_WITH_LISTENERS = 0.8;
const LISTENERS = 2000;

/** The size at which a start has a limit, and the limit in milliseconds. */
const START = { players: 1_000_000, limit: 2000 };

const WARMING_UP_SECONDS = 2;

/** The results of a load by round, target and contender. */
class Rounds<Way extends string> {
  readonly #met = new Map<string, Measured[]>();

  add({ what }: Question, way: Way, measured: Measured): void {
    const key = `${what}\n${way}`;
    this.#met.set(key, [...(this.#met.get(key) ?? []), measured]);
  }

  of({ what }: Question, way: Way, figure: keyof Measured): number[] {
    return (this.#met.get(`${what}\n${way}`) ?? []).map((measured) => measured[figure]);
  }
}

interface Settings {
  readonly sizes: readonly number[];
  readonly rounds: number;
  readonly seconds: number;
}

/** The live server against Fastify and Redis, with and without listeners, and how soon it starts. */
export async function peers(): Promise<Figure[]> {
  const settings = settingsOf(process.env);
  const missing = missingPrograms();
  if (missing.length > 0) {
    const measured = `${missing.join(' and ')} not found: apt-get install redis-server wrk`;
    return [{ what: 'the live server beside Fastify and Redis', measured, limit: '', verdict: 'not measured' }];
  }
  await buildIfStale('live');
  const { rounds, seconds } = settings;
  const figures = [
    machineFigure(),
    shownOnly('each figure', `the median of ${rounds} rounds of ${seconds} s, lowest and highest beside it`),
  ];
  for (const players of settings.sizes) figures.push(...(await inScratch((scratch) => compared(scratch, players, settings))));
  return figures;
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
    rounds: numbers('PEERS_ROUNDS', '5')[0]!,
    seconds: numbers('PEERS_SECONDS', '4')[0]!,
  };
}

async function compared(scratch: Scratch, players: number, { rounds, seconds }: Settings): Promise<Figure[]> {
  const of = (what: string) => `${what}, ${grouped(players)} players`;
  const data = join(scratch.folder, 'laurels');
  const redisData = join(scratch.folder, 'redis');
  const now = Date.now();
  const store = await openSqliteStore(data);
  await seedPlayers(store, players, now);
  await store.close();
  await seedPeer(scratch, redisData, players, now);

  const [posts] = QUESTIONS;
  const starts = await startAgainAndAgain(scratch, data, KEY, { ...posts!, path: posts!.path.laurels, key: KEY, players });
  const laurels = starts.server;
  const peer = await startPeer(scratch, redisData, KEY);
  const urls = { laurels: laurels.url, peer: peer.server.url };
  const load = (question: Question, side: Side, seconds: number) => {
    const { method, connections, path } = question;
    return loaded(scratch, { method, connections, url: urls[side], path: path[side], key: KEY, players }, seconds);
  };
  const ask = async (question: Question, side: Side) => {
    // Redis's background work after its turn must not slow Laurels in its own.
    await peer.calm();
    await load(question, side, Math.min(seconds, WARMING_UP_SECONDS));
    return load(question, side, seconds);
  };
  // Both servers have just started: a first turn does not count.
  for (const question of QUESTIONS) {
    for (const side of ['laurels', 'peer'] as const) {
      await assertAnswered(question, side, urls[side], KEY);
      await load(question, side, Math.min(seconds, WARMING_UP_SECONDS));
    }
  }

  const beside = new Rounds<Side>();
  const listened = new Rounds<'alone' | 'listened to'>();
  const noListeners = whyNoListeners(LISTENERS);
  const toldASecond: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    console.log(of(`  round ${round + 1} of ${rounds}`));
    for (const question of QUESTIONS) {
      for (const side of inTurn(round, 'laurels', 'peer')) beside.add(question, side, await ask(question, side));
    }
    if (noListeners !== undefined) continue;
    for (const way of inTurn(round, 'alone', 'listened to')) {
      const askAll = async () => {
        for (const question of QUESTIONS) listened.add(question, way, await ask(question, 'laurels'));
      };
      await withTrickle(
        laurels.url,
        KEY,
        way === 'alone' ? askAll : async () => void toldASecond.push(await whileListening(scratch, laurels.url, askAll)),
      );
    }
  }
  return [
    ...QUESTIONS.flatMap((question) => besidePeer(of(question.what), question, beside)),
    ...(noListeners === undefined
      ? [
          ...QUESTIONS.map((question) => besideAlone(of(question.what), question, listened)),
          shownOnly(of('changes told to each listener'), `${(median(toldASecond) / LISTENERS).toFixed(1)} a second`),
        ]
      : [{ what: of(`with ${grouped(LISTENERS)} listeners`), measured: noListeners, limit: '', verdict: 'not measured' } as const]),
    ...startFigures(of, players, starts),
    ...(await resources(of, scratch, redisData, laurels, peer)),
  ];
}

/** The two, with alternating order. */
function inTurn<One extends string, Other extends string>(round: number, one: One, other: Other): readonly (One | Other)[] {
  return round % 2 === 0 ? [one, other] : [other, one];
}

/**
 * Runs `work` while many clients listen to the server. Resolves to the number of changes per second that they received in total.
 * @throws {Error} if they received none.
 */
async function whileListening(scratch: Scratch, url: string, work: () => Promise<void>): Promise<number> {
  const listeners = await startListeners(scratch, url, LISTENERS);
  const before = await listeners.told();
  const started = performance.now();
  await work();
  const told = (await listeners.told()) - before;
  const seconds = (performance.now() - started) / 1000;
  await listeners.stop();
  if (told === 0) throw new Error('The listeners were told nothing.');
  return told / seconds;
}

function besidePeer(what: string, question: Question, rounds: Rounds<Side>): Figure[] {
  const rates = { laurels: rounds.of(question, 'laurels', 'rate'), peer: rounds.of(question, 'peer', 'rate') };
  const p99s = { laurels: rounds.of(question, 'laurels', 'p99Ms'), peer: rounds.of(question, 'peer', 'p99Ms') };
  const rate = atLeast({
    what: `${what}: rate beside the peer’s`,
    value: median(rates.laurels) / median(rates.peer),
    limit: LIMITS.rate,
    show: times,
    note: `${spread(rates.laurels, whole)} beside ${spread(rates.peer, whole)} a second`,
  });
  const p99 = {
    what: `${what}: p99 beside the peer’s`,
    value: median(p99s.laurels) / median(p99s.peer),
    limit: LIMITS.p99,
    show: times,
    note: `${spread(p99s.laurels, tenths)} beside ${spread(p99s.peer, tenths)} ms`,
  };
  return [rate, question.isLimitedAtP99 ? atMost(p99) : shownOnly(p99.what, `${times(p99.value)} (${p99.note})`)];
}

function besideAlone(what: string, question: Question, rounds: Rounds<'alone' | 'listened to'>): Figure {
  const rates = rounds.of(question, 'listened to', 'rate');
  const alone = rounds.of(question, 'alone', 'rate');
  return atLeast({
    what: `${what}: rate with ${grouped(LISTENERS)} listeners beside without`,
    value: median(rates) / median(alone),
    limit: LIMIT_WITH_LISTENERS,
    show: times,
    note: `${spread(rates, whole)} beside ${spread(alone, whole)} a second`,
  });
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

/** Memory after all measurements, and how soon the peer restarts. */
async function resources(
  of: (what: string) => string,
  scratch: Scratch,
  redisData: string,
  laurels: SpawnedServer,
  peer: RunningPeer,
): Promise<Figure[]> {
  const megabytes = (value: number) => `${whole(value)} MB`;
  const memory = [
    shownOnly(of('memory of the live server'), megabytes(residentMegabytes(laurels.child))),
    shownOnly(
      of('memory of the peer'),
      `${megabytes(residentMegabytes(peer.redis))} Redis, ${megabytes(residentMegabytes(peer.server.child))} its server`,
    ),
  ];
  await peer.stop();
  const again = await startPeer(scratch, redisData, KEY);
  await again.stop();
  return [...memory, shownOnly(of('start of the peer, Redis first'), milliseconds(again.startMs))];
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
