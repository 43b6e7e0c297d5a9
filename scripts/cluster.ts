// `npm run cluster`: three live servers on one PostgreSQL, a balancer, and a small game, all on this machine in processes to be killed;
// each restarts. Needs no other software and leaves nothing behind.
import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { playDemoGame } from '../src/main/demo/demo-game.ts';
import { runServer } from '../src/main/serve/run-server.ts';
import { parsePort } from '../src/server/operation/port.ts';
import { buildIfStale } from './build/stale.ts';
import { startBalancer } from './tools/cluster/balancer.ts';
import { type LiveProcess, startLiveProcess } from './tools/cluster/live-process.ts';
import { startPostgres } from './tools/postgres/postgres-server.ts';

const PROCESSES = 3;

/** How long a killed process stays down, in milliseconds: long enough to look around. */
const AWAY_MS = 5000;

await runServer(async () => {
  if (process.argv.length > 2) throw new Error('"npm run cluster" takes no options. PORT is the port of the balancer.');
  const port = parsePort(process.env['PORT']);
  await buildIfStale('live');

  const database = await startPostgres({ durable: true });
  const key = `lk_${randomBytes(32).toString('base64url')}`;
  const env = { LAURELS_DATABASE: database.url, LAURELS_DATA: '', LAURELS_API_KEY: key, LAURELS_TRUSTED_PROXIES: '1' };
  const processes: LiveProcess[] = [];
  // One after the other: the first creates the tables and keys that the others find.
  for (let i = 0; i < PROCESSES; i += 1) processes.push(await startLiveProcess(env));
  const balancer = await startBalancer(
    processes.map(({ url }) => url),
    {
      port,
      told: (place, isReady) =>
        say(`${nameOf(place)} ${isReady ? 'is ready, and gets requests again' : 'is not ready, and gets no requests'}`),
    },
  );
  const stopPlaying = playDemoGame(balancer.url, key, say, Date.now);

  let isStopping = false;
  /** Restarts it whenever it ends, until the cluster is stopped. */
  async function keep(
    name: string,
    kept: { readonly ended: Promise<unknown>; readonly pid: number; start(): Promise<void> },
  ): Promise<void> {
    for (;;) {
      await kept.ended;
      if (isStopping) return;
      say(`${name} ended. It is started again in ${AWAY_MS / 1000} seconds.`);
      await wait(AWAY_MS);
      if (isStopping) return;
      await kept.start().then(
        () => say(`${name} runs again: kill -9 ${kept.pid}`),
        (error: unknown) => say(String(error)),
      );
    }
  }
  void keep('The database', database);
  for (const [i, each] of processes.entries()) void keep(nameOf(i), each);

  return {
    greeting: greeting(balancer.url, processes, database),
    async stop() {
      isStopping = true;
      stopPlaying();
      await balancer.close();
      await Promise.all(processes.map((each) => each.end('SIGTERM')));
      await database.discard();
    },
  };
});

function greeting(
  url: string,
  processes: readonly LiveProcess[],
  database: { readonly told: string; readonly url: string; readonly pid: number },
): string {
  const [first] = processes;
  return [
    `Laurels in ${processes.length} processes over ${database.told}: ${url}`,
    '',
    ...processes.map((each, i) => `  ${nameOf(i)}   ${each.url}   kill -9 ${each.pid}`),
    `  Database    kill -9 ${database.pid}`,
    `              ${database.url}`,
    '',
    `A simulated game is playing. Open ${url} and kill what you like: it comes back after ${AWAY_MS / 1000} seconds.`,
    '  Without a process: nobody notices. The header "via" says who answered:',
    `    curl -sI ${url}/ | grep -i via`,
    '  Without the database: the pages show what they know and since when, and points are refused until it is back.',
    `  A process that stands still: kill -STOP ${first!.pid}; sleep 20; kill -CONT ${first!.pid}`,
    'Ctrl+C ends all of it and throws its data away.',
  ].join('\n');
}

function nameOf(place: number): string {
  return `Process ${place + 1}`;
}

function say(text: string): void {
  console.log(`${new Date().toLocaleTimeString('en-GB')}  ${text}`);
}
