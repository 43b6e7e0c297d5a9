import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { fileURLToPath } from 'node:url';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import type { GreedyWay } from './greedy-ways.ts';
import { timed } from './half-open.ts';
import { KEY, start } from './shutdown.ts';

const PROGRAM = fileURLToPath(new URL('greedy-connections.ts', import.meta.url));

/** Addresses that count as separate callers. */
const VISITOR = '127.0.0.3';
const GAME = '127.0.0.4';
const GAMES = 4;
const PLAYERS = 500;

/** How long others wait while one caller is greedy, in milliseconds; Infinity without a successful answer. */
export interface GreedyFigures {
  readonly posts: readonly number[];
  readonly livez: readonly number[];
}

/**
 * Starts a server with pages, has one address keep `connections` connections busy in one `way` (if `undefined`, no caller is greedy), and
 * meanwhile posts points and requests `/livez` from other addresses, `probes` times each. `env`: the server's settings.
 */
export async function besideGreedyCaller(
  folder: string,
  way: GreedyWay | undefined,
  connections: number,
  probes: number,
  env: Readonly<Record<string, string>>,
): Promise<GreedyFigures> {
  const { child, port } = await start(folder, undefined, { BUILD_DIR: process.env['BUILD_DIR'] ?? 'build', ...env });
  const events = Array.from({ length: PLAYERS }, (_, i) => ({ id: `e-${i}`, username: `player ${i}`, points: 1 + i }));
  await fetch(`http://127.0.0.1:${port}${targetOf(ENDPOINTS.submitPoints, {})}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  });
  const greedy =
    way === undefined ? undefined : spawn(process.execPath, [PROGRAM, String(port), way, String(connections)], { stdio: 'inherit' });
  const agents = Array.from({ length: GAMES }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const [posts, livez]: [number[], number[]] = [[], []];
  try {
    const post = async (agent: Agent, game: number) => {
      for (let i = 0; i < probes / GAMES; i += 1) {
        const event = { id: `${game}-${i}`, username: `player ${i % PLAYERS}`, points: 1 };
        posts.push(await timed(port, GAME, agent, 'POST', targetOf(ENDPOINTS.submitPoints, {}), event));
      }
    };
    const look = async () => {
      for (let i = 0; i < probes; i += 1) livez.push(await timed(port, VISITOR, false, 'GET', '/livez'));
    };
    await Promise.all([...agents.map(post), look()]);
    return { posts, livez };
  } finally {
    for (const agent of agents) agent.destroy();
    greedy?.kill();
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}
