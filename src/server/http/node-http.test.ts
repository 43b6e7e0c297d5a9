import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { createNodeServer } from './node-http.ts';

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function listen(answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void): Promise<number> {
  server = createNodeServer([], answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends bytes, and more once something came back, and returns all that comes until the server closes. */
async function heard(port: number, bytes: string, more?: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    if (text === '' && more !== undefined) socket.write(more);
    text += chunk;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

test('what is not HTTP is refused as a problem', async () => {
  const port = await listen(() => {});
  expect(await heard(port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]+application\/problem\+json/);
});

test('nonsense in the middle of a long answer ends it, and no other head is put into it', async () => {
  const port = await listen((_incoming, outgoing) => outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\n\n'));
  expect((await heard(port, 'GET / HTTP/1.1\r\n\r\n', 'nonsense\r\n\r\n')).match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('nonsense after a whole request does not change the answer to that one', async () => {
  const port = await listen((incoming, outgoing) => {
    incoming.resume().once('end', () => setTimeout(() => outgoing.end('stored'), 20));
  });
  const text = await heard(port, 'POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}nonsense\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1\.1 200 [^]+stored/);
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});
