import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, type ClientRequest, get, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import type { BuiltPages } from '../../src/main/serve/live-build.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The key known to the server's process. */
export const KEY = 'a-key-of-twenty-two-or-more';

/** The number of requests whose body is sent only after the server was asked to stop. */
const PROMISED = 10;

/** The results of stopping a busy server. */
export interface ShutdownFigures {
  /** Events answered with 201. */
  readonly acknowledged: number;
  /** Acknowledged and missing after the restart. */
  readonly lost: number;
  /** Stored after the restart, though their sender got no answer. */
  readonly unanswered: number;
  /** Unanswered requests among those that the server had agreed to accept (100 Continue) before the signal. */
  readonly broken: number;
  /** New connections accepted after the signal. */
  readonly letIn: number;
  readonly exitCode: number | null;
  /** From the signal to the end of the process, in milliseconds. */
  readonly duration: number;
}

/** A live server process, and its port. */
export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
}

/**
 * Starts a server process on `folder`, keeps it busy, stops it (SIGTERM) under load, and starts another one to see what was stored. With
 * `stuck`, one client never finishes what it began. `env`: more of the server's settings.
 */
export async function shutDownUnderLoad(
  folder: string,
  stuck: boolean,
  env: Readonly<Record<string, string>> = {},
): Promise<ShutdownFigures> {
  const { child, port } = await start(folder, undefined, env);
  const exited = once(child, 'exit') as Promise<[code: number | null]>;
  const acknowledged = new Set<string>();
  const failed = new Set<string>();
  const told = new AbortController();

  const agent = new Agent({ keepAlive: true });
  const load = Array.from({ length: 20 }, async (_, client) => {
    for (let i = 0; ; i += 1) {
      const id = `${client}-${i}`;
      const status = await answerTo(post(port, id, client < 16 ? agent : false));
      if (status === 201) acknowledged.add(id);
      else failed.add(id);
      if (status === undefined || told.signal.aborted) return;
    }
  });
  const readers = Array.from({ length: 4 }, async () => {
    while (!told.signal.aborted)
      await answerTo(
        get({ port, host: '127.0.0.1', path: targetOf(ENDPOINTS.rankings, { board: 'main', query: { limit: 500 } }), agent }),
      ).catch(() => {});
  });
  const streams = Array.from({ length: 5 }, () =>
    get({ port, host: '127.0.0.1', path: targetOf(ENDPOINTS.changes, { board: 'main' }), agent: false }),
  );
  for (const stream of streams) stream.on('error', () => {}).on('response', (response) => response.resume().on('error', () => {}));
  const unfinished = connect(port, '127.0.0.1');
  unfinished.on('error', () => {});
  if (stuck) {
    unfinished.write(
      `POST /api/v1/points HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${KEY}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    );
  } else unfinished.destroy();
  while (acknowledged.size < 200) await wait(10);

  const promised = Array.from({ length: PROMISED }, (_, i) => post(port, `promised-${i}`, false, { expect: '100-continue' }, false));
  await Promise.all(promised.map((asking) => once(asking, 'continue')));
  const answers = promised.map(answerTo);
  const began = performance.now();
  child.kill('SIGTERM');
  told.abort();
  // Once it refuses connections, it keeps refusing.
  while (await isTaken(port)) await wait(10);
  const letIn = (await Promise.all(Array.from({ length: 5 }, () => isTaken(port)))).filter(Boolean).length;
  for (const [i, asking] of promised.entries()) asking.end(eventText(`promised-${i}`));
  const statuses = await Promise.all(answers);
  for (const [i, status] of statuses.entries()) (status === 201 ? acknowledged : failed).add(`promised-${i}`);
  await Promise.all([...load, ...readers]);
  const [exitCode] = await exited;
  const duration = performance.now() - began;
  agent.destroy();
  unfinished.destroy();
  for (const stream of streams) stream.destroy();

  // A known event gets 200 when resent, a new one 201.
  const again = await start(folder, undefined, env);
  const lost = [...(await sentAgain(again.port, acknowledged)).values()].filter((status) => status !== 200).length;
  const unanswered = [...(await sentAgain(again.port, failed)).values()].filter((status) => status !== 201).length;
  const ended = once(again.child, 'exit');
  again.child.kill('SIGTERM');
  await ended;
  return {
    acknowledged: acknowledged.size,
    lost,
    unanswered,
    broken: statuses.filter((status) => status !== 201).length,
    letIn,
    exitCode,
    duration,
  };
}

/** A build without pages, beside the data: the server needs one, and no page is requested here. Returns the BUILD_DIR. */
export function standInBuild(folder: string): string {
  const build = join(folder, 'pages');
  const pages: BuiltPages = {
    template: '',
    page: { css: '', beforePaint: '', startScripts: '' },
    modules: {},
    csp: { scriptHashes: [], styleHashes: [] },
    console: { css: '', theme: '', modules: [] },
    documentScript: '',
    embed: { css: '', script: '' },
  };
  for (const part of ['render', 'site']) mkdirSync(join(`${build}-live`, part), { recursive: true });
  writeFileSync(join(`${build}-live`, 'pages.json'), JSON.stringify(pages));
  writeFileSync(join(`${build}-live`, 'render/live-render.js'), 'export const renderLive = undefined;');
  return relative(ROOT, build);
}

/** Starts a server process on `folder`. `openFiles`: its descriptor limit (`ulimit -n`), by default ours; `env`: more of its settings. */
export async function start(
  folder: string,
  openFiles?: number,
  env: Readonly<Record<string, string>> = {},
  program: readonly string[] = ['src/laurels.mjs', 'serve'],
): Promise<Running> {
  const build = standInBuild(folder);
  const limited = openFiles === undefined ? 'exec "$@"' : `ulimit -n ${openFiles} && exec "$@"`;
  const child = spawn('/bin/sh', ['-c', limited, 'sh', process.execPath, ...program], {
    cwd: ROOT,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      BUILD_DIR: build,
      LAURELS_DATA: folder,
      LAURELS_API_KEY: KEY,
      LAURELS_RATE_LIMIT: 'off',
      LAURELS_LOG: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let said = '';
  const { stdout } = child;
  stdout!.setEncoding('utf8');
  for await (const text of stdout!.iterator({ destroyOnReturn: false })) {
    said += String(text);
    const port = /http:\/\/localhost:(\d+)/.exec(said)?.[1];
    if (port === undefined) continue;
    stdout!.resume();
    return { child, port: Number(port) };
  }
  throw new Error(`The server did not start: ${said}`);
}

function eventText(id: string): string {
  return JSON.stringify({ id, username: `player ${id.length}`, points: 1 });
}

function post(port: number, id: string, agent: Agent | false, more: Record<string, string> = {}, whole = true): ClientRequest {
  const text = eventText(id);
  const asking = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: targetOf(ENDPOINTS.submitPoints, {}),
    agent,
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
      ...more,
    },
  });
  if (whole) asking.end(text);
  else asking.flushHeaders();
  return asking;
}

/** The status of a complete answer; `undefined` without one. */
function answerTo(asking: ClientRequest): Promise<number | undefined> {
  return new Promise((resolve) => {
    asking.on('error', () => resolve(undefined));
    asking.on('response', (response: IncomingMessage) => {
      response
        .resume()
        .on('error', () => resolve(undefined))
        .on('end', () => resolve(response.complete ? response.statusCode : undefined));
    });
  });
}

function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => resolve(false));
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Resends events in batches; returns each answer, by id. */
async function sentAgain(port: number, ids: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
  const all = [...ids];
  const statuses = new Map<string, number>();
  for (let from = 0; from < all.length; from += 1000) {
    const batch = all.slice(from, from + 1000);
    const response = await fetch(`http://127.0.0.1:${port}${targetOf(ENDPOINTS.submitPoints, {})}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: `{"events":[${batch.map(eventText).join(',')}]}`,
    });
    const { results } = (await response.json()) as { results: readonly { status: number }[] };
    for (const [i, { status }] of results.entries()) statuses.set(batch[i]!, status);
  }
  return statuses;
}
