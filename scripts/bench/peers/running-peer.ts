import type { ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

import { Redis } from 'ioredis';

import { freePort } from '../../tools/free-port.ts';
import { ended, type Scratch } from '../scratch.ts';
import { type SpawnedServer, spawnServer } from '../spawned-server.ts';
import { NAMES, periodKeys } from './period-keys.ts';

/** Players per command, and commands per pipeline. */
const PLAYERS_A_COMMAND = 500;
const COMMANDS_A_PIPELINE = 100;

/** The peer with its Redis. */
export interface RunningPeer {
  readonly server: SpawnedServer;
  readonly redis: ChildProcess;
  /** From starting Redis to the server's first answer, in milliseconds. */
  readonly startMs: number;
  /** Resolves once Redis is not rewriting its log, which it does in the background at others' cost. */
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
  const { redis, client, port } = await startRedis(scratch, folder);
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

/** Fills a Redis in an empty folder with players of random points in every period of `now` (epoch milliseconds), as many as Laurels has. */
export async function seedPeer(scratch: Scratch, folder: string, players: number, now: number): Promise<void> {
  mkdirSync(folder);
  const { redis, client } = await startRedis(scratch, folder);
  const keys = periodKeys(now);
  const perPipeline = PLAYERS_A_COMMAND * COMMANDS_A_PIPELINE;
  for (let begin = 0; begin < players; begin += perPipeline) {
    const pipeline = client.pipeline();
    const end = Math.min(players, begin + perPipeline);
    for (let from = begin; from < end; from += PLAYERS_A_COMMAND) {
      const names = Array.from({ length: Math.min(PLAYERS_A_COMMAND, end - from) }, (_, i) => `player-${from + i}`);
      const scored = names.flatMap((name) => [Math.floor(Math.random() * 100_000), name]);
      for (const key of keys) pipeline.zadd(key, ...scored);
      pipeline.hset(NAMES, ...names.flatMap((name) => [name, name]));
    }
    for (const [error] of (await pipeline.exec()) ?? []) if (error !== null) throw error;
  }
  // The log then has the final state rather than its history, as it would after a while.
  await logWritten(client);
  await client.bgrewriteaof();
  await logWritten(client);
  client.disconnect();
  await ended(redis, 'SIGTERM');
}

async function startRedis(scratch: Scratch, folder: string) {
  const port = await freePort();
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
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
  // Polled until it responds, so early failures are no errors. Once it has ended, requests fail.
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
