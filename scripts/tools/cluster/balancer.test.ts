import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import { afterEach, expect, it } from 'vitest';

import { startBalancer } from './balancer.ts';

const opened: { close(): unknown }[] = [];

afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each.close();
});

/** A process that answers with its name by default. */
async function backend(name: string, answer: RequestListener = (_, response) => response.end(name)): Promise<Server> {
  const server = createServer((request, response) => (request.url === '/readyz' ? response.end() : answer(request, response)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(server);
  return server;
}

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function balance(...servers: readonly Server[]) {
  const balancer = await startBalancer(servers.map(originOf));
  opened.push(balancer);
  return balancer;
}

const textAt = async (url: string, init?: RequestInit) => (await fetch(url, init)).text();

it('lets each process answer in turn, with the caller’s address', async () => {
  const echo: RequestListener = ({ headers, url, method }, response) =>
    response.end(`${method} ${url} ${String(headers['x-forwarded-for'])}`);
  const balancer = await balance(await backend('a'), await backend('b'), await backend('c', echo));
  const answers: string[] = [];
  for (let i = 0; i < 6; i += 1) answers.push(await textAt(`${balancer.url}/x?y=1`, { headers: { 'x-forwarded-for': '192.0.2.7' } }));
  expect(answers.slice(0, 3).toSorted()).toEqual(['GET /x?y=1 192.0.2.7, 127.0.0.1', 'a', 'b']);
  expect(answers.slice(3)).toEqual(answers.slice(0, 3));
});

it('forwards a body and a response unchanged', async () => {
  const echo: RequestListener = (request, response) => {
    response.writeHead(409, { etag: '"1"', 'content-type': 'x/y' });
    request.pipe(response);
  };
  const balancer = await balance(await backend('a', echo));
  const body = 'points '.repeat(100_000);
  const answer = await fetch(balancer.url, { method: 'POST', body });
  expect([answer.status, answer.headers.get('etag'), answer.headers.get('content-type')]).toEqual([409, '"1"', 'x/y']);
  expect(await answer.text()).toBe(body);
});

it('tries the next process with the whole body if one refuses connections, and uses the first again once it is ready', async () => {
  const echo: RequestListener = (request, response) => request.pipe(response);
  const [gone, there] = [await backend('gone', echo), await backend('there', echo)];
  const port = (gone.address() as AddressInfo).port;
  const balancer = await balance(gone, there);
  await new Promise((resolve) => gone.close(resolve));
  for (let i = 0; i < 4; i += 1) expect(await textAt(balancer.url, { method: 'POST', body: `points ${i}` })).toBe(`points ${i}`);
  expect(balancer.serving()).toEqual([1]);
  gone.listen(port, '127.0.0.1');
  await expect.poll(() => balancer.serving()).toEqual([0, 1]);
});

it('retries reads if a process ends while answering, and reports other requests as possibly processed', async () => {
  const dies: RequestListener = ({ socket }) => socket.destroy();
  const balancer = await balance(await backend('a', dies), await backend('b'));
  for (let i = 0; i < 4; i += 1) expect(await textAt(balancer.url)).toBe('b');
  const statuses: number[] = [];
  for (let i = 0; i < 2; i += 1) statuses.push((await fetch(balancer.url, { method: 'POST', body: 'points' })).status);
  expect(new Set(statuses)).toEqual(new Set([200, 502]));
});

it('retries if a reused connection has closed meanwhile', async () => {
  const asked = new WeakSet<Socket>();
  const closes: RequestListener = ({ socket }, response) => {
    if (asked.has(socket)) socket.destroy();
    else response.end('first of its connection');
    asked.add(socket);
  };
  const balancer = await balance(await backend('a', closes));
  for (let i = 0; i < 4; i += 1) expect(await textAt(balancer.url)).toBe('first of its connection');
});

it('forwards pushed events at once, and ends the stream when the page leaves', async () => {
  let left: Promise<unknown> | undefined;
  const pushes: RequestListener = (_, response) => {
    left = once(response, 'close');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
  };
  const balancer = await balance(await backend('a', pushes));
  const request = get(balancer.url, { agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(String((await once(answer, 'data'))[0])).toBe('data: 1\n\n');
  request.destroy();
  await left;
});

it('uses all processes if none is ready, since they may still answer', async () => {
  const known: RequestListener = (_, response) => response.end('known');
  const server = createServer((request, response) =>
    request.url === '/readyz' ? response.writeHead(503).end() : known(request, response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  opened.push(server);
  const heard: unknown[] = [];
  const balancer = await startBalancer([originOf(server)], { told: (...what) => void heard.push(what) });
  opened.push(balancer);
  await expect.poll(() => heard).toEqual([[0, false]]);
  expect(await textAt(balancer.url)).toBe('known');
  expect(balancer.serving()).toEqual([0]);
});
