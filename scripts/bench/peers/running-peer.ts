import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { Redis } from 'ioredis';

import { freePort } from '../../tools/free-port.ts';
import { ended, type Scratch } from '../scratch.ts';
import { type SpawnedServer, spawnServer } from '../spawned-server.ts';
import { NAMES, periodKeys } from './period-keys.ts';

/** Redis answers no other client while a script runs. */
const PLAYERS_A_SCRIPT = 50_000;

/** The peer with its Redis. */
export interface RunningPeer {
  readonly server: SpawnedServer;
  readonly redis: ChildProcess;
  /** From starting Redis to the server's first answer, in milliseconds. */
  readonly startMs: number;
  /** Resolves once Redis is not rewriting its log in the background, which slows others. */
  calm(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts Redis on a folder, and the peer on it. Redis syncs every command to disk before answering, and takes no snapshots, which the log
 * makes unnecessary and which would slow it down.
 * @throws {Error} if one of them ends before it answers.
 */
export async function startPeer(scratch: Scratch, folder: string, key: string): Promise<RunningPeer> {
  const started = performance.now();
  const { redis, client, port } = await startRedis(scratch, folder, 'yes');
  const server = await spawnServer(scratch, ['scripts/bench/peers/peer-server.ts'], { REDIS_PORT: String(port), PEER_KEY: key }, '/top');
  return {
    server,
    redis,
    startMs: performance.now() - started,
    calm: () => logWritten(client),
    async stop() {
      client.disconnect();
      await ended(server.child, 'SIGTERM');
      await ended(redis, 'SIGTERM');
    },
  };
}

/** Adds players one by one to a period, and their names. */
const SEEDING = `
  for i = ARGV[1], ARGV[2] do
    redis.call('ZADD', KEYS[1], math.random(0, 99999), 'player-' .. i)
    redis.call('HSET', KEYS[2], 'player-' .. i, 'player-' .. i)
  end`;

/**
 * Fills a Redis in an empty folder with as many players as Laurels has: random points, the same in every period of `now` (epoch
 * milliseconds). Its log then has the final state rather than its history, as after running for a while.
 */
export async function seedPeer(scratch: Scratch, folder: string, players: number, now: number): Promise<void> {
  mkdirSync(folder);
  const { redis, client } = await startRedis(scratch, folder, 'no');
  const [first, ...others] = periodKeys(now);
  for (let from = 0; from < players; from += PLAYERS_A_SCRIPT) {
    await client.eval(SEEDING, 2, first, NAMES, from, Math.min(players, from + PLAYERS_A_SCRIPT) - 1);
  }
  for (const key of others) await client.copy(first, key);
  await client.config('SET', 'appendonly', 'yes');
  await logWritten(client);
  client.disconnect();
  await ended(redis, 'SIGTERM');
}

async function startRedis(scratch: Scratch, folder: string, appendonly: 'yes' | 'no') {
  const port = await freePort();
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly,
    appendfsync: 'always',
    save: '',
    loglevel: 'warning',
  };
  const redis = scratch.spawn(
    'redis-server',
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const client = new Redis({ port, host: '127.0.0.1', retryStrategy: () => 20, maxRetriesPerRequest: null });
  // Polled until it responds, so early failures are no errors. After it has ended, requests fail.
  client.on('error', () => {});
  redis.once('exit', () => client.disconnect());
  try {
    await client.ping();
  } catch (error) {
    throw new Error('redis-server ended before it answered.', { cause: error });
  }
  return { redis, client, port };
}

async function logWritten(client: Redis): Promise<void> {
  while (/aof_rewrite_(?:in_progress|scheduled):1/.test(await client.info('persistence'))) await wait(50);
}
