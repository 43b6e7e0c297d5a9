import { Agent, request } from 'node:http';

import { median } from '../figure.ts';
import type { Scratch } from '../scratch.ts';
import type { SpawnedServer } from '../spawned-server.ts';
import { threadTimes } from './machine.ts';
import { POSTS, type Question, RANKS } from './questions.ts';
import { type Load, loaded } from './wrk.ts';

/** Each cost is the median over several passes, which alternate between both servers. */
const PASSES = 5;

/** The duration of a pass of ranks under full load, in milliseconds, and the number of posts in a pass, sent one after the other. */
const RANKS_MS = 300;
const REQUESTS = 150;

/** The kernel picks a thread at random for each connection. */
const MOST_CONNECTIONS = 64;

/** CPU microseconds of a thread per request: a rank, a post that it accepts, and a post that the other thread accepts. */
export interface Costs {
  readonly rank: number;
  readonly post: number;
  readonly otherPost: number;
}

/** The costs of a single thread, and of a deciding thread and a reader side by side. For those two, `rank` is the mean. */
export interface ThreadCosts {
  readonly alone: Costs;
  readonly deciding: Costs;
  readonly reader: Costs;
}

type Asked = Pick<Load, 'key' | 'players'>;

/** A connection to a server, and the thread that accepted it. */
interface Connection {
  readonly server: SpawnedServer;
  readonly agent: Agent;
  readonly thread: string;
}

/** Measures a server with one thread and one with two. @throws {Error} if a thread cannot be reached. */
export async function measureCosts(scratch: Scratch, one: SpawnedServer, two: SpawnedServer, asked: Asked): Promise<ThreadCosts> {
  const servers = [await connectionsTo(one, 1, asked), await connectionsTo(two, 2, asked)];
  const measured = new Map<string, number[]>();
  const add = (name: string, micros: number) => measured.set(name, [...(measured.get(name) ?? []), micros]);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const reached of servers) {
      const { server } = reached[0]!;
      const ranks = await spent(server, async () => {
        const { method, path, connections } = RANKS;
        const load = { ...asked, method, connections, url: server.url, path: path.laurels };
        return (await loaded(scratch, load, RANKS_MS)).requests;
      });
      add(
        `ranks of ${server.url}`,
        reached.reduce((sum, { thread }) => sum + ranks.get(thread)!, 0),
      );
      for (const { agent, thread } of reached) {
        const posts = await spent(server, () => askedOneByOne(server, agent, POSTS, asked));
        for (const other of reached) add(`posts at ${thread} of ${other.thread}`, posts.get(other.thread)!);
      }
    }
  }
  const [[alone], [deciding, reader]] = servers as [[Connection], [Connection, Connection]];
  for (const { agent } of [alone, deciding, reader]) agent.destroy();
  const cost = (name: string) => median(measured.get(name)!);
  const costs = ({ server, thread }: Connection, other?: Connection): Costs => ({
    rank: cost(`ranks of ${server.url}`),
    post: cost(`posts at ${thread} of ${thread}`),
    otherPost: other === undefined ? 0 : cost(`posts at ${other.thread} of ${thread}`),
  });
  return { alone: costs(alone), deciding: costs(deciding, reader), reader: costs(reader, deciding) };
}

/** A connection to each serving thread, the deciding one first. */
async function connectionsTo(server: SpawnedServer, threads: number, asked: Asked): Promise<Connection[]> {
  const found = new Map<string, Connection>();
  for (let i = 0; found.size < threads; i += 1) {
    if (i === MOST_CONNECTIONS) throw new Error(`${found.size} of ${threads} threads accepted a connection.`);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const [[thread]] = [...(await spent(server, () => askedOneByOne(server, agent, RANKS, asked)))].toSorted(
      ([, one], [, other]) => other - one,
    ) as [[string, number]];
    if (found.has(thread)) agent.destroy();
    else found.set(thread, { server, agent, thread });
  }
  // The deciding thread has the id of the process.
  const deciding = found.get(String(server.child.pid));
  if (deciding === undefined) throw new Error('The deciding thread accepted no connection.');
  return [deciding, ...[...found.values()].filter((connection) => connection !== deciding)];
}

/** CPU microseconds of each thread of a server per request of some work, which resolves to their number. */
async function spent({ child }: SpawnedServer, work: () => Promise<number>): Promise<Map<string, number>> {
  const before = threadTimes(child);
  const requests = await work();
  return new Map([...threadTimes(child)].map(([thread, ms]) => [thread, ((ms - (before.get(thread) ?? 0)) * 1000) / requests]));
}

async function askedOneByOne({ url }: SpawnedServer, agent: Agent, question: Question, asked: Asked): Promise<number> {
  for (let i = 0; i < REQUESTS; i += 1) await answered(agent, question, url, asked);
  return REQUESTS;
}

/** Resolves once a request is answered. @throws {Error} if it is refused. */
function answered(agent: Agent, { method, path }: Question, url: string, { key, players }: Asked): Promise<void> {
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
