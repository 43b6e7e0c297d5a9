import { Agent, request } from 'node:http';

import { atLeast, atMost, type Figure, shownOnly } from '../figure.ts';
import { ended, type Scratch } from '../scratch.ts';
import { type SpawnedServer, spawnLive } from '../spawned-server.ts';
import { grouped } from '../timed.ts';
import { quiet, residentMegabytes, threadTimes } from './machine.ts';
import { POSTS, type Question, QUESTIONS, RANKS } from './questions.ts';
import { TURN_MS } from './rounds.ts';
import { type Load, loaded } from './wrk.ts';

/** Memory per reader at this size has a limit in megabytes, and the model has one. */
const LIMITS = { players: 1_000_000, memory: 250, perThread: 0.8 };

/** Requests one after the other: to measure their CPU time, and to see which thread has accepted a connection. */
const MEASURED = 1500;
const SEEN = 100;

/** The kernel picks a thread at random for each connection. */
const MOST_CONNECTIONS = 64;

/** CPU microseconds of a thread per request: a read, a post that it accepts, and a post that another thread accepts. */
interface Costs {
  readonly read: number;
  readonly post: number;
  readonly otherPost: number;
}

/** The costs of a thread alone, and of a deciding thread and a reader beside each other. */
interface MeasuredCosts {
  readonly alone: Costs;
  readonly deciding: Costs;
  readonly reader: Costs;
}

/**
 * A model of threads that have a core each, and enough other cores: the reads per second of one of `threads`, relative to a thread alone,
 * while `posts` per second arrive evenly at all. What posts leave of a thread is for reads. Each further reader costs the deciding thread as
 * much as the first.
 *
 * Costs are those of requests one by one: under load they share wake-ups and commits. The model leaves out what threads share, which is
 * memory bandwidth, caches, the kernel's network stack, V8's helper threads, and the disk.
 */
function modelled({ alone, deciding, reader }: MeasuredCosts, threads: number, posts: number): number {
  const readers = threads - 1;
  const rate = ({ read, post, otherPost }: Costs, share: number, more = 0) =>
    (1e6 - posts * (share * post + (1 - share) * otherPost + more)) / read;
  const feeding = Math.max(0, deciding.post - alone.post) * (readers - 1);
  const all = rate(deciding, 1 / threads, feeding) + readers * rate(reader, 1 / threads);
  return all / threads / rate(alone, 1);
}

/** Memory per reader, and the modelled rate of four threads: of a server with one thread and with two, after a turn of each load. */
export async function threadFigures(
  of: (what: string) => string,
  scratch: Scratch,
  data: string,
  load: Pick<Load, 'key' | 'players'>,
): Promise<Figure[]> {
  const measured = async (threads: number) => {
    const server = await spawnLive(scratch, data, load.key, { LAURELS_THREADS: String(threads) });
    for (const { method, connections, path } of QUESTIONS) {
      await loaded(scratch, { ...load, method, connections, url: server.url, path: path.laurels }, TURN_MS);
    }
    await quiet(server.child);
    const memory = residentMegabytes(server.child);
    const costs = await costsOfEach(server, load, threads);
    await ended(server.child, 'SIGTERM');
    return { memory, costs };
  };
  const one = await measured(1);
  const two = await measured(2);
  const memory = {
    what: of('memory per reader'),
    value: two.memory - one.memory,
    limit: LIMITS.memory,
    show: (megabytes: number) => `${megabytes.toFixed(0)} MB`,
    note: `${two.memory.toFixed(0)} MB with one, ${one.memory.toFixed(0)} MB without`,
  };
  const costs = { alone: one.costs[0]!, deciding: two.costs[0]!, reader: two.costs[1]! };
  const shown = Object.entries(costs).map(
    ([thread, { read, post, otherPost }]) => `${thread} ${read.toFixed(0)}, ${post.toFixed(0)}, ${otherPost.toFixed(0)}`,
  );
  return [
    load.players === LIMITS.players ? atMost(memory) : shownOnly(memory.what, `${memory.show(memory.value)} (${memory.note})`),
    shownOnly(of('CPU of a rank, an accepted post, another’s post'), `${shown.join('; ')} µs`),
    ...[0, 1000].map((posts) =>
      atLeast({
        what: of(`ranks per thread of four among ${grouped(posts)} posts a second, modelled`),
        value: modelled(costs, 4, posts),
        limit: LIMITS.perThread,
        show: (ratio) => `${ratio.toFixed(2)} × one thread`,
      }),
    ),
  ];
}

/** The costs of each thread that answers, the deciding one first. @throws {Error} if no connection reaches one of them. */
async function costsOfEach(
  { child, url }: SpawnedServer,
  { key, players }: Pick<Load, 'key' | 'players'>,
  threads: number,
): Promise<Costs[]> {
  /** CPU microseconds of each thread per request. */
  const spent = async (connection: Agent, question: Question, requests: number) => {
    const before = threadTimes(child);
    for (let i = 0; i < requests; i += 1) await answered(connection, question, url, key, players);
    return new Map([...threadTimes(child)].map(([thread, ms]) => [thread, ((ms - (before.get(thread) ?? 0)) * 1000) / requests]));
  };
  // The deciding thread has the id of the process.
  const connections = new Map<string, Agent>();
  for (let i = 0; connections.size < threads; i += 1) {
    if (i === MOST_CONNECTIONS) throw new Error(`${connections.size} of ${threads} threads accepted a connection.`);
    const connection = new Agent({ keepAlive: true, maxSockets: 1 });
    const [[thread]] = [...(await spent(connection, RANKS, SEEN))].toSorted(([, one], [, other]) => other - one) as [[string, number]];
    if (connections.has(thread)) connection.destroy();
    else connections.set(thread, connection);
  }
  const main = String(child.pid);
  const measured: { thread: string; read: Map<string, number>; post: Map<string, number> }[] = [];
  for (const [thread, connection] of connections) {
    const costs = { thread, read: await spent(connection, RANKS, MEASURED), post: await spent(connection, POSTS, MEASURED) };
    connection.destroy();
    if (thread === main) measured.unshift(costs);
    else measured.push(costs);
  }
  return measured.map(({ thread, read, post }) => ({
    read: read.get(thread)!,
    post: post.get(thread)!,
    otherPost: measured.find((other) => other.thread !== thread)?.post.get(thread) ?? 0,
  }));
}

/** Resolves once the request is answered. @throws {Error} if it is refused. */
function answered(agent: Agent, { method, path }: Question, url: string, key: string, players: number): Promise<void> {
  const username = `player-${Math.floor(Math.random() * players)}`;
  const body = method === 'POST' ? JSON.stringify({ id: crypto.randomUUID(), username, points: 1 }) : undefined;
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    request(url + path.laurels.replace('USER', username), { method, agent, headers: body === undefined ? {} : headers })
      .once('response', (response) => {
        if (response.statusCode! >= 300) reject(new Error(`${path.laurels} was answered with ${response.statusCode}.`));
        response.resume().once('end', resolve);
      })
      .once('error', reject)
      .end(body);
  });
}
