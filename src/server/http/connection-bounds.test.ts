import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { boundConnections, connectionBounds } from './connection-bounds.ts';

let server: Server;
let logged: string[];
let now: number;
let port: number;
const opened: Socket[] = [];

beforeEach(async () => {
  [logged, now] = [[], 0];
  server = createServer((_request, response) => response.end('well'));
  boundConnections(
    server,
    { inAll: 8, perAddress: 3 },
    () => now,
    (line) => void logged.push(line),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterEach(() => {
  for (const socket of opened.splice(0)) socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** Starts a request from an address without ending its header. Resolves to whether the connection is kept. */
async function halfOpen(localAddress: string): Promise<boolean> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  opened.push(socket);
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n');
  const [there] = await accepted;
  return !there.destroyed;
}

/** Simulates a connection from a remote address. Returns whether it is kept. */
function connected(remoteAddress: string): boolean {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  opened.push(socket);
  server.emit('connection', socket);
  return !socket.destroyed;
}

/** Whether a request from an address is answered, on its own connection. */
async function answers(localAddress: string): Promise<boolean> {
  const asked = get({ port, host: '127.0.0.1', localAddress, agent: false });
  try {
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    await once(response.resume(), 'close');
    return true;
  } catch {
    return false;
  }
}

test('limits the connections of one address, without affecting others', async () => {
  const kept = [];
  for (let i = 0; i < 10; i += 1) kept.push(await halfOpen('127.0.0.1'));
  expect(kept).toEqual([true, true, true, ...Array<boolean>(7).fill(false)]);
  expect(await answers('127.0.0.1')).toBe(false);
  expect(await answers('127.0.0.2')).toBe(true);
  expect(logged).toEqual([expect.stringContaining('127.0.0.1 has 3 open connections')]);
  const [first] = opened;
  first!.destroy();
  await expect.poll(() => answers('127.0.0.1')).toBe(true);
});

test('all addresses of an IPv6 /64 network share a limit', () => {
  const kept = ['1', '2', '3', '4'].map((host) => connected(`2001:db8:1:2::${host}`));
  expect(kept).toEqual([true, true, true, false]);
  expect(connected('2001:db8:1:3::1')).toBe(true);
  expect(logged).toEqual([expect.stringContaining('2001:db8:1:2::/64 has 3 open connections')]);
});

test('limits the total number of connections', async () => {
  for (const address of ['127.0.0.1', '127.0.0.2', '127.0.0.3']) for (let i = 0; i < 3; i += 1) await halfOpen(address);
  expect(await answers('127.0.0.4')).toBe(false);
  expect(logged.at(-1)).toContain('8 connections are open');
});

test('reserves an eighth of all descriptors, and gives an address a quarter of the rest, unless it is a trusted proxy', () => {
  expect(connectionBounds(1024, 0)).toEqual({ inAll: 896, perAddress: 224 });
  expect(connectionBounds(1024, 1)).toEqual({ inAll: 896, perAddress: 896 });
  expect(connectionBounds(Infinity, 0)).toEqual({ inAll: Infinity, perAddress: Infinity });
});
