import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, onTestFinished, test } from 'vitest';

import { createNodeServer, httpRequestOf, sendAnswer } from './node-http.ts';

/** How many clients disconnect. */
const TIMES = 20;

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function listen(
  answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void,
  patience?: Parameters<typeof createNodeServer>[3],
): Promise<number> {
  server = createNodeServer([['X-Every', 'yes']], answer, undefined, patience).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends bytes, then more after the first response data, and returns everything received until the server closes. */
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

test('answers invalid HTTP with a problem', async () => {
  const port = await listen(() => {});
  expect(await heard(port, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]+application\/problem\+json/);
});

test('pipelined requests are answered one at a time, with their bodies', async () => {
  const begun: string[] = [];
  let running = 0;
  const port = await listen((incoming, outgoing) => {
    begun.push(`${incoming.url} beside ${running}`);
    running += 1;
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    incoming.once('end', () =>
      setImmediate(() => {
        running -= 1;
        outgoing.end(`<${text}>`);
      }),
    );
  });
  const requests = ['one', 'two', 'three'].map(
    (text) => `POST /${text} HTTP/1.1\r\nHost: x\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  );
  const bytes = `${requests.join('')}POST /last HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nConnection: close\r\n\r\nlast`;
  const answers = await heard(port, bytes.slice(0, 200), bytes.slice(200));
  expect(answers.match(/<\w*>/g)).toEqual(['<one>', '<two>', '<three>', '<last>']);
  expect(begun).toEqual(['/one beside 0', '/two beside 0', '/three beside 0', '/last beside 0']);
});

test('a body that was refused early may still be sent to its end', async () => {
  const size = 500_000;
  let received = 0;
  const port = await listen((incoming, outgoing) => {
    sendAnswer({ status: 413, headers: {}, body: 'too large' }, outgoing, []);
    incoming.on('data', (chunk: Buffer) => (received += chunk.length));
  });
  const head = `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${size}\r\n\r\n`;
  expect(await heard(port, head, 'x'.repeat(size))).toMatch(/^HTTP\/1\.1 413 [^]+too large$/);
  expect(received).toBe(size);
});

test('sends part of a file, and ends the connection if the file is missing', async () => {
  const path = import.meta.filename;
  const port = await listen((incoming, outgoing) => {
    const file = { path: incoming.url === '/' ? path : `${path}.gone`, from: 3, bytes: 9 };
    sendAnswer({ status: 206, headers: { 'content-type': 'text/plain' }, body: null, file }, outgoing, []);
  });
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
    206,
    '9',
    readFileSync(path, 'utf8').slice(3, 12),
  ]);
  await expect(fetch(`http://127.0.0.1:${port}/gone`).then((gone) => gone.text())).rejects.toThrow(/fetch failed|terminated/);
});

test('invalid data during a long answer ends it, without a second response head', async () => {
  const port = await listen((_incoming, outgoing) => outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 1\n\n'));
  expect((await heard(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', 'nonsense\r\n\r\n')).match(/HTTP\/1\.1/g)).toHaveLength(1);
});

test('invalid data after a complete request does not affect that request’s answer', async () => {
  const port = await listen((incoming, outgoing) => {
    incoming.resume().once('end', () => setTimeout(() => outgoing.end('stored'), 20));
  });
  const text = await heard(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}nonsense\r\n\r\n');
  expect(text).toMatch(/^HTTP\/1\.1 200 [^]+stored/);
  expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

/** The problem in raw response text, which must have the default headers. */
function problemIn(text: string): { readonly type: string; readonly title: string; readonly status: number; readonly errors?: unknown } {
  const [head, body] = text.split('\r\n\r\n');
  const [, status] = /^HTTP\/1\.1 (\d+) /.exec(head!)!;
  expect(head).toMatch(/^X-Every: yes$/m);
  const problem = JSON.parse(body!) as ReturnType<typeof problemIn>;
  expect(problem.status).toBe(Number(status));
  return problem;
}

test.each([
  ['whose headers never end', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['whose body never ends', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{'],
])('a request %s is answered with a timeout', async (_what, bytes) => {
  const port = await listen(() => {}, { headersTimeout: 50, requestTimeout: 50, connectionsCheckingInterval: 10 });
  expect(problemIn(await heard(port, bytes))).toMatchObject({
    type: 'urn:laurels:problem:timeout',
    title: 'The request took too long',
    status: 408,
  });
});

test('headers that are too large are answered with 431', async () => {
  const port = await listen(() => {});
  expect(problemIn(await heard(port, `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`))).toMatchObject({
    type: 'urn:laurels:problem:headers-too-large',
    status: 431,
  });
});

test.each([
  ['no Host', '', 'Host'],
  ['two Hosts', 'Host: x\r\nhOST: x\r\n', 'Host'],
  ['two Authorizations', 'Host: x\r\nAuthorization: Bearer a\r\nauthorization: Bearer a\r\n', 'Authorization'],
])('rejects a request with %s', async (_what, lines, field) => {
  const port = await listen((_incoming, outgoing) => outgoing.end('reached'));
  const problem = problemIn(await heard(port, `GET / HTTP/1.1\r\nConnection: close\r\n${lines}\r\n`));
  expect(problem).toMatchObject({ type: 'urn:laurels:problem:bad-request', status: 400, errors: [{ field }] });
});

test.each(['', 'a, b', 'a,b', 'me@a', 'a/b', 'a b', 'http://a', 'a:', 'a:x', 'a:1:2', '[::1', '::1', 'a?b', 'a\\b'])(
  'rejects a request with the Host "%s"',
  async (host) => {
    const port = await listen((_incoming, outgoing) => outgoing.end('reached'));
    const problem = problemIn(await heard(port, `GET / HTTP/1.1\r\nConnection: close\r\nHost: ${host}\r\n\r\n`));
    expect(problem).toMatchObject({ status: 400, errors: [{ field: 'Host', rule: expect.stringMatching(/^must be a host/) as string }] });
  },
);

test.each(['laurels.example', 'localhost:8080', '127.0.0.1', '[::1]:80', 'xn--bcher-kva.example', 'my_host'])(
  'accepts the Host %s',
  async (host) => {
    const port = await listen((_incoming, outgoing) => outgoing.end('reached'));
    expect(await heard(port, `GET / HTTP/1.1\r\nConnection: close\r\nHost: ${host}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
  },
);

/** A server that answers with a body of at most 10 bytes, or with the error. */
function listenToBodies(): Promise<number> {
  return listen((incoming, outgoing) => {
    const answer = (body: string) => sendAnswer({ status: 200, headers: {}, body }, outgoing, []);
    httpRequestOf(incoming)
      .readBody(10)
      .then((bytes) => answer(bytes === undefined ? 'too large' : `read ${Buffer.from(bytes).toString()}`))
      .catch((error: unknown) => answer(String(error)));
  });
}

const CHUNKED = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n';

test.each([
  ['in one piece', 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10\r\n\r\n0123456789', 'read 0123456789'],
  ['in pieces', `${CHUNKED}4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n`, 'read 0123456789'],
  ['that is empty', `${CHUNKED}0\r\n\r\n`, 'read '],
  ['of a request that has none', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 'read '],
  ['that is too large', `${CHUNKED}4\r\n0123\r\n7\r\n4567890\r\n0\r\n\r\n`, 'too large'],
])('reads a body %s', async (_what, bytes, expected) => {
  expect((await heard(await listenToBodies(), bytes)).split('\r\n\r\n')[1]).toBe(expected);
});

test('a body that is too large is detected before its end', async () => {
  // The rest is only sent after the answer.
  expect(await heard(await listenToBodies(), `${CHUNKED}b\r\n01234567890\r\n`, '0\r\n\r\n')).toMatch(/too large$/);
});

test('an incomplete body is never read', async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<IncomingMessage>();
  const socket = connect(await listen(resolve), '127.0.0.1');
  socket.write(CHUNKED);
  const { readBody } = httpRequestOf(await arrived);
  const read = readBody(10);
  socket.destroy();
  await expect(read).rejects.toThrow('ended before');
  await expect(readBody(10)).rejects.toThrow('is gone');
});

test('an answer has the default headers, except those it overrides', async () => {
  const every = [
    ['X-First', 'yes'],
    ['X-Second', 'yes'],
  ] as const;
  const sent = async (own: Record<string, string>) => {
    const port = await listen((_incoming, outgoing) => sendAnswer({ status: 200, headers: own, body: 'é🦊' }, outgoing, every));
    const [head, body] = (await heard(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).split('\r\n\r\n');
    server.close();
    expect(body).toBe('é🦊');
    return head!.split('\r\n').filter((line) => /^(?:x-|content-)/i.test(line));
  };
  expect(await sent({ 'x-own': 'a' })).toEqual(['X-First: yes', 'X-Second: yes', 'x-own: a', 'content-length: 6']);
  expect(await sent({ 'x-first': 'no' })).toEqual(['X-Second: yes', 'x-first: no', 'content-length: 6']);
  expect(await sent({})).toEqual(['X-First: yes', 'X-Second: yes', 'content-length: 6']);
});

test.each([
  ['a short text', 'é🦊'],
  ['a long text', 'é🦊'.repeat(10_000)],
])('%s is sent unchanged, as text and as bytes', async (_what, text) => {
  for (const body of [text, Buffer.from(text)]) {
    const port = await listen((_incoming, outgoing) => sendAnswer({ status: 200, headers: {}, body }, outgoing, []));
    const [head, sent] = (await heard(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).split('\r\n\r\n');
    server.close();
    expect(sent).toBe(text);
    expect(head).toContain(`content-length: ${Buffer.byteLength(text)}`);
  }
});

test('HTTP/1.0 does not need a Host', async () => {
  const port = await listen((_incoming, outgoing) => outgoing.end('old'));
  expect(await heard(port, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [^]+old$/);
});

test('a client that disconnects before its file is opened ends only its own request, and the temporary file is deleted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-file-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const uncaught: unknown[] = [];
  const note = (error: unknown) => void uncaught.push(error);
  // Replaces the test runner's handler, which would only report after the test.
  const others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException').on('uncaughtException', note);
  onTestFinished(() => {
    process.off('uncaughtException', note);
    for (const other of others) process.on('uncaughtException', other);
  });
  let sent = 0;
  const port = await listen((_, outgoing) => {
    outgoing.once('close', () => {
      const path = join(folder, `${sent}`);
      writeFileSync(path, 'all of it');
      sendAnswer({ status: 200, headers: {}, body: null, file: { path, from: 0, bytes: 9, isTemporary: true } }, outgoing, []);
      sent += 1;
    });
  });
  // It is up to the system whether a file is opened before it is deleted.
  for (let i = 0; i < TIMES; i += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n', () => socket.destroy());
  }
  await expect.poll(() => sent).toBe(TIMES);
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  // Files are opened in order.
  await readFile(import.meta.filename);
  await new Promise(setImmediate);
  expect(uncaught).toEqual([]);
});
