import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { afterEach, expect, test, vi } from 'vitest';

import { HEARTBEAT_EVERY_MS } from '../src/contract/live-source.ts';
import { CHANGE_EVERY_MS, createPush } from '../src/server/api/push.ts';
import { createStreamRoom } from '../src/server/api/stream-room.ts';
import { anyThreads } from './live/any-threads.ts';
import { pushCuts } from './live/push-cuts.ts';
import { startTrialServer } from './live/trial-server.ts';
import { SEED } from './seeded.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('clients show the current state after each of 200 disconnects', async () => {
  const server = await startTrialServer(anyThreads('push'));
  const { cuts, events, told, stale } = await pushCuts(server, 200, 50, 20, SEED);
  await server.discard();

  expect(stale).toEqual([]);
  expect(cuts).toBe(200);
  expect(events).toBeGreaterThan(4);
  expect(told).toBeGreaterThan(100);
});

test('clients that never read block no one, accumulate no data, and are disconnected', async () => {
  // Fakes only the push timers; the network has its own.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const DEAF = 6;
  const CHANGES = 160;
  let now = 0;
  let version = 0;
  let change: (board: string) => void = () => {};
  // A name so long that some seconds of changes fill every buffer on the way to a client that does not read.
  const board = 'x'.repeat(100_000);
  const room = createStreamRoom(
    { inAll: 100, perCaller: 100 },
    () => now,
    () => {},
  );
  const push = createPush(
    {
      position: () => version,
      mark: () => `trial-${version}`,
      tellsOf: () => true,
      onChange(listener) {
        change = listener;
        return () => true;
      },
    },
    () => now,
    room,
  );
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    void push.listen(request, response, board, 'somebody');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pass = (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds; passed += CHANGE_EVERY_MS) {
      now += CHANGE_EVERY_MS;
      vi.advanceTimersByTime(CHANGE_EVERY_MS);
    }
  };

  const deaf = Array.from({ length: DEAF }, () => connect(port, '127.0.0.1').pause());
  for (const socket of deaf) {
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  }
  const [reader] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [IncomingMessage];
  const heard = { changes: 0 };
  let tail = '';
  reader.setEncoding('latin1').on('data', (chunk: string) => {
    const text = tail + chunk;
    heard.changes += text.split('event: change').length - 1;
    // The tail is too short for an event to be counted twice.
    tail = text.slice(-('event: change'.length - 1));
  });
  while (room.figures.open < DEAF + 1) await once(server, 'request');

  for (let i = 1; i <= CHANGES; i += 1) {
    version = i;
    change(board);
    pass(CHANGE_EVERY_MS);
    while (heard.changes < i) await once(reader, 'data');
  }
  const slow = responses.filter(({ writableNeedDrain }) => writableNeedDrain);
  expect(slow).toHaveLength(DEAF);
  // Each has one pending event, not all the events it did not read.
  for (const { writableLength } of slow) expect(writableLength).toBeLessThan(3 * board.length);

  const gone = slow.map((response) => once(response, 'close'));
  pass(60_000 + 2 * HEARTBEAT_EVERY_MS);
  await Promise.all(gone);
  expect(room.figures.open).toBe(1);
  version += 1;
  change(board);
  pass(CHANGE_EVERY_MS);
  while (heard.changes <= CHANGES) await once(reader, 'data');

  push.close();
  reader.destroy();
  for (const socket of deaf) socket.destroy();
  server.close();
});
