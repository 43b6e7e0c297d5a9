import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';

import { KEY, start } from './shutdown.ts';

/** Addresses of this machine, each counted as a separate caller. */
const ATTACKER = '127.0.0.2';
const VISITOR = '127.0.0.3';
const GAME = '127.0.0.4';

/** A caller without an answer within this time, in milliseconds, counts as cut off. */
const PATIENCE_MS = 10_000;

/** The experience of other callers while one address holds as many connections as it can. Times are in milliseconds. */
export interface HalfOpenFigures {
  /** Connections that the address got, and connections that the server closed immediately. */
  readonly held: number;
  readonly closed: number;
  /** Probes of `/livez` over new connections, and posts over reused ones, without a successful answer. */
  readonly unanswered: number;
  readonly livezP99: number;
  readonly postP99: number;
}

/**
 * Opens `connections` connections from one address that never finish a header, and replaces each that is closed. Meanwhile two other
 * addresses request `/livez` and post points, `probes` times each. `openFiles`: the server's limit of descriptors; `env`: more of its
 * settings.
 */
export async function holdHalfOpen(
  folder: string,
  openFiles: number,
  connections: number,
  probes: number,
  env: Readonly<Record<string, string>> = {},
): Promise<HalfOpenFigures> {
  const { child, port } = await start(folder, openFiles, env);
  const open = new Set<Socket>();
  let closed = 0;
  let attacking = true;
  const refused = Promise.withResolvers<void>();
  function attack(): void {
    const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER });
    open.add(socket);
    socket.on('error', () => {});
    socket.on('connect', () => socket.write('GET / HTTP/1.1\r\nhost: x\r\n'));
    socket.on('close', () => {
      open.delete(socket);
      closed += 1;
      refused.resolve();
      // Not immediately: this process must have time left to measure.
      if (attacking) setTimeout(attack, 100);
    });
  }
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (let i = 0; i < connections; i += 1) attack();
    await refused.promise;
    const [livez, posts]: [number[], number[]] = [[], []];
    for (let i = 0; i < probes; i += 1) {
      livez.push(await timed(port, VISITOR, false, 'GET', '/livez'));
      posts.push(await timed(port, GAME, agent, 'POST', '/api/v1/points', { id: String(i), username: 'ada', points: 1 }));
    }
    return {
      held: open.size,
      closed,
      unanswered: [...livez, ...posts].filter((ms) => ms === Infinity).length,
      livezP99: p99(livez),
      postP99: p99(posts),
    };
  } finally {
    attacking = false;
    agent.destroy();
    for (const socket of open) socket.destroy();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1]!;
}

/** How long an answer takes, in milliseconds; Infinity without a successful one. */
export async function timed(
  port: number,
  localAddress: string,
  agent: Agent | false,
  method: string,
  path: string,
  body?: object,
): Promise<number> {
  const began = performance.now();
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const asking = request({ port, host: '127.0.0.1', localAddress, agent, method, path, ...(body && { headers }), timeout: PATIENCE_MS });
  asking.on('timeout', () => asking.destroy(new Error('No answer in time')));
  asking.end(body && JSON.stringify(body));
  try {
    const [response] = await once(asking, 'response');
    await once(response.resume(), 'end');
    return response.statusCode < 300 ? performance.now() - began : Infinity;
  } catch {
    return Infinity;
  }
}
