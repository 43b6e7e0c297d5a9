import { EventEmitter, once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Problem } from '../http/problem.ts';
import { HEARTBEAT_EVERY_MS } from '../../contract/live-source.ts';
import { CHANGE_EVERY_MS, createPush, type Push } from './push.ts';
import { createStreamRoom, listenerBounds } from './stream-room.ts';

/** The heartbeat: an event, because browsers do not pass comments on to pages. */
const BEAT = 'event: beat\ndata: {}\n\n';

/** The part of the boards that push uses: versions that count, and listeners. */
function countedBoards() {
  const versions = new Map<string | undefined, number>();
  const listeners = new Set<(board: string) => void>();
  return {
    position: (board?: string) => versions.get(board) ?? 0,
    onChange(listener: (board: string) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tellsOf: () => true,
    mark: (board?: string) => `start-${versions.get(board) ?? 0}`,
    change(board: string) {
      for (const counted of [board, undefined]) versions.set(counted, (versions.get(counted) ?? 0) + 1);
      for (const listener of listeners) listener(board);
    },
  };
}

let now: number;
let boards: ReturnType<typeof countedBoards>;
let push: Push;
let room: ReturnType<typeof createStreamRoom>;
let logged: string[];
let server: Server;
let port: number;

const roomOf = (bounds: ReturnType<typeof listenerBounds>) =>
  createStreamRoom(
    bounds,
    () => now,
    (line) => logged.push(line),
  );

beforeEach(async () => {
  // Only the timers of push are fake; the network uses real ones.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  now = Date.parse('2026-11-18T12:00:00Z');
  boards = countedBoards();
  logged = [];
  room = roomOf({ inAll: 1000, perCaller: 1000 });
  push = createPush(boards, () => now, room);
  server = createServer((request, response) => {
    const caller = String(request.headers['x-caller'] ?? 'somebody');
    try {
      void push.listen(request, response, request.url!.split('/')[1]?.split('?')[0], caller);
    } catch (error) {
      const { status, headers } = error as Problem;
      response.writeHead(status, headers).end();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterEach(() => {
  vi.useRealTimers();
  push.close();
  server.closeAllConnections();
  server.close();
});

/** Advances the time by this many milliseconds, a hundredth of a second at a time. */
function pass(milliseconds: number): void {
  for (let passed = 0; passed < milliseconds; passed += 10) {
    now += 10;
    vi.advanceTimersByTime(10);
  }
}

interface Heard {
  readonly response: IncomingMessage;
  readonly text: () => string;
  readonly versions: () => number[];
  readonly lastId: () => string;
  /** Waits until enough was received. */
  readonly until: (isEnough: () => boolean) => Promise<void>;
}

async function listen(path: string, headers: Record<string, string> = {}): Promise<Heard> {
  const request = get({ port, host: '127.0.0.1', path, headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  response.on('error', () => {});
  while (!text.includes('id:')) await once(response, 'data');
  return {
    response,
    text: () => text,
    versions: () =>
      [...text.matchAll(/^event: change\ndata: (.+)$/gm)].map(([, data]) => (JSON.parse(data!) as { version: number }).version),
    lastId: () => [...text.matchAll(/^id: (.+)$/gm)].at(-1)![1]!,
    async until(isEnough) {
      while (!isEnough()) await once(response, 'data');
    },
  };
}

test('a stream receives a change of its board within a second, and none of other boards', async () => {
  const heard = await listen('/main');
  boards.change('other');
  boards.change('main');
  pass(999);
  await heard.until(() => heard.versions().length > 0);
  expect(heard.versions()).toEqual([1]);
  expect(heard.text()).toContain('event: change\ndata: {"board":"main","version":1}\n\n');
  expect(heard.response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
  expect(heard.text()).toMatch(/^retry: \d+\n/);
});

test('a thousand changes in a second are sent as few events, and the last one is current', async () => {
  const heard = await listen('/main');
  for (let i = 0; i < 1000; i += 1) {
    boards.change('main');
    if (i % 10 === 0) pass(10);
  }
  pass(CHANGE_EVERY_MS);
  await heard.until(() => heard.versions().at(-1) === 1000);
  expect(heard.versions().length).toBeLessThanOrEqual(8);
});

test('a stream opened after a change receives only the next one', async () => {
  const before = await listen('/main');
  boards.change('main');
  const after = await listen('/main');
  pass(CHANGE_EVERY_MS);
  await before.until(() => before.versions().length > 0);
  boards.change('main');
  pass(CHANGE_EVERY_MS);
  await after.until(() => after.versions().length > 0);
  expect([before.versions()[0], after.versions()]).toEqual([1, [2]]);
});

test('a reconnected stream receives a change at once if it missed one, and nothing otherwise', async () => {
  const first = await listen('/main');
  boards.change('main');
  pass(CHANGE_EVERY_MS);
  await first.until(() => first.versions().length > 0);
  expect(first.versions()).toEqual([1]);
  const id = first.lastId();
  first.response.destroy();
  const nothing = await listen('/main', { 'last-event-id': id });
  boards.change('main');
  const behind = await listen('/main', { 'last-event-id': id });
  await behind.until(() => behind.versions().includes(2));
  expect(nothing.versions()).toEqual([]);
  pass(CHANGE_EVERY_MS);
  await nothing.until(() => nothing.versions().length > 0);
  expect(nothing.versions()).toEqual([2]);
  const restarted = await listen('/main', { 'last-event-id': 'before-2' });
  await restarted.until(() => restarted.versions().length > 0);
  expect(restarted.versions()).toEqual([2]);
  const since = await listen(`/main?since=${id}`);
  await since.until(() => since.versions().length > 0);
  expect(since.versions()).toEqual([2]);
  const fresh = await listen('/main');
  pass(HEARTBEAT_EVERY_MS);
  await fresh.until(() => fresh.text().endsWith(BEAT));
  expect(fresh.versions()).toEqual([]);
});

test('an outdated stream gets no new id before the change that it stands for', async () => {
  const behind = await listen('/main', { 'last-event-id': 'before-2' });
  await behind.until(() => behind.versions().length > 0);
  expect(behind.versions()).toEqual([0]);
  expect(behind.text()).toMatch(/^retry: \d+\nid: \S+\nevent: change\ndata: .+\n\n$/);
});

test('after hundreds of reconnects, the known version is current', async () => {
  let known = -1;
  let id = '';
  for (let cut = 0; cut < 200; cut += 1) {
    const heard = await listen('/main', id === '' ? {} : { 'last-event-id': id });
    if (cut % 3 === 0) boards.change('main');
    if (cut % 7 === 0) pass(CHANGE_EVERY_MS);
    heard.response.destroy();
    id = heard.lastId();
    known = heard.versions().at(-1) ?? known;
  }
  const last = await listen('/main', { 'last-event-id': id });
  boards.change('main');
  pass(CHANGE_EVERY_MS);
  await last.until(() => last.versions().at(-1) === boards.position('main'));
  last.response.destroy();
  while (room.figures.open > 0) await turn();
  expect(last.versions().at(-1)).toBe(boards.position('main'));
});

test('a client that does not read has only the newest event queued, and is disconnected in the end', () => {
  const written: string[] = [];
  let taking = true;
  // The response of a connection whose buffer is full: write returns false, and drain is emitted once it is empty.
  const response = Object.assign(new EventEmitter(), {
    writeHead: () => {},
    write(text: Buffer) {
      written.push(text.toString());
      return taking;
    },
    destroy: vi.fn<() => void>(),
    end: () => {},
  });
  const request = { headers: {}, url: '/', socket: { setNoDelay: () => {} } };
  const patient = createPush(boards, () => now, roomOf({ inAll: 1, perCaller: 1 }));
  void patient.listen(request as unknown as IncomingMessage, response as unknown as ServerResponse, 'main', 'somebody');
  taking = false;
  for (let i = 0; i < 100; i += 1) {
    boards.change('main');
    pass(CHANGE_EVERY_MS);
  }
  expect(written).toHaveLength(2);
  response.emit('drain');
  expect(written).toHaveLength(3);
  expect(written[2]).toContain('"version":100');
  pass(4 * HEARTBEAT_EVERY_MS);
  expect(response.destroy).not.toHaveBeenCalled();
  pass(HEARTBEAT_EVERY_MS);
  expect(response.destroy).toHaveBeenCalledOnce();
  patient.close();
});

test('an idle connection is kept alive', () => {
  const written: string[] = [];
  const response = Object.assign(new EventEmitter(), {
    writeHead: () => {},
    write: (text: Buffer) => written.push(String(text)) > 0,
    end: () => {},
  });
  const request = { headers: {}, url: '/', socket: { setNoDelay: () => {} } };
  const patient = createPush(boards, () => now, roomOf({ inAll: 1, perCaller: 1 }));
  void patient.listen(request as unknown as IncomingMessage, response as unknown as ServerResponse, 'main', 'somebody');
  pass(3 * HEARTBEAT_EVERY_MS);
  expect(written.slice(1)).toEqual([BEAT, BEAT, BEAT]);
  patient.close();
});

test('closing ends every connection and refuses new ones', async () => {
  const heard = await listen('/main');
  push.close();
  await once(heard.response, 'end');
  expect(() => push.listen({} as IncomingMessage, {} as never, 'main', 'somebody')).toThrow('The server is stopping.');
});

/** The status of a refused stream; `undefined` for an accepted one. */
async function refused(caller: string): Promise<number | undefined> {
  const [response] = (await once(
    get({ port, host: '127.0.0.1', path: '/main', headers: { 'x-caller': caller }, agent: false }),
    'response',
  )) as [IncomingMessage];
  response.on('error', () => {}).resume();
  if (response.statusCode === 200) return undefined;
  expect(response.headers['retry-after']).toBe('5');
  return response.statusCode;
}

async function inTurn(count: number, caller: string): Promise<(number | undefined)[]> {
  const answers: (number | undefined)[] = [];
  for (let i = 0; i < count; i += 1) answers.push(await refused(caller));
  return answers;
}

test('all streams end, and new ones are refused, while the store cannot be followed', async () => {
  const heard = await listen('/main');
  push.cutOff(true);
  await once(heard.response, 'end');
  expect(await inTurn(2, 'somebody')).toEqual([503, 503]);
  push.cutOff(false);
  const again = await listen('/main', { 'last-event-id': heard.lastId() });
  boards.change('main');
  pass(999);
  await again.until(() => again.versions().length > 0);
});

test('one caller cannot take all streams, the total is limited, and a burst of refusals is logged once', async () => {
  push.close();
  room = roomOf({ inAll: 8, perCaller: 5 });
  push = createPush(boards, () => now, room);
  const first = await listen('/main', { 'x-caller': 'many' });
  expect(await inTurn(7, 'many')).toEqual([undefined, undefined, undefined, undefined, 429, 429, 429]);
  expect(await inTurn(5, 'others')).toEqual([undefined, undefined, undefined, 503, 503]);
  expect(logged).toEqual([
    'many has 5 open change streams. Further ones are refused.',
    '8 change streams are open. Further ones are refused. Raise the limit of open files (ulimit -n) to allow more.',
  ]);
  first.response.destroy();
  while (room.figures.open > 7) await turn();
  expect(await inTurn(2, 'many')).toEqual([undefined, 429]);
  expect(logged).toHaveLength(2);
  pass(61_000);
  expect(await inTurn(1, 'many')).toEqual([429]);
  expect(logged).toHaveLength(3);
});

test('limits leave room for a school, for files, and for more than one address', () => {
  expect(listenerBounds(524_288)).toEqual({ inAll: 30_000, perCaller: 500 });
  expect(listenerBounds(Infinity)).toEqual({ inAll: 30_000, perCaller: 500 });
  expect(listenerBounds(1024)).toEqual({ inAll: 512, perCaller: 128 });
});
