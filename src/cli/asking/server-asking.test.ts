import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { expect, onTestFinished, test } from 'vitest';

import { useCommands } from '../../../tests/live/typed-commands.ts';
import { ENDPOINTS } from '../../contract/api.ts';
import { announceServer, runningServer } from '../../server/operation/running-server.ts';
import { run } from '../run.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const EVENTS = 30;
const MERGE = ['players', 'merge', 'ada2', 'into', 'ada'];

const typed = useCommands(NOW);

/** Runs a command on a terminal; the default timeout is as long as a test may take. */
async function laurels(args: readonly string[], patienceMs = 60_000) {
  let [out, err] = ['', ''];
  const code = await run(args, {
    stdout: { write: (said) => (out += said) },
    stderr: { isTTY: true, write: (said) => (err += said) },
    env: { LAURELS_DATA: typed.data },
    cwd: typed.folder,
    clock: () => NOW,
    patienceMs,
  });
  return { code, out, err };
}

/** Announces a fake server where commands look for the folder's server. */
async function standIn(answer: (request: IncomingMessage, response: ServerResponse, itself: Server) => Promise<unknown>): Promise<void> {
  const server = createServer((request, response) => {
    // The real server may have stopped in the meantime.
    answer(request, response, server).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const announced = announceServer(typed.data, `http://127.0.0.1:${(server.address() as AddressInfo).port}`, NOW);
  onTestFinished(() => {
    announced.withdraw();
    server.close();
    server.closeAllConnections();
  });
}

/** Starts a server with two players, and returns a function that forwards requests to it. */
async function serve() {
  const rows = Array.from({ length: EVENTS }, (_, i) => `e${i},ada2,1\n`).join('');
  await typed.laurels('import', typed.file('points.csv', `id,username,points\na,ada,5\n${rows}`));
  const { url } = await typed.serve();
  const { token } = runningServer(typed.data)!;
  return async (request: IncomingMessage): Promise<{ readonly status: number; readonly content: string }> => {
    const body = await text(request);
    const { 'laurels-user': user, 'content-type': type = 'text/plain' } = request.headers;
    const headers = { authorization: `Bearer ${token}`, 'laurels-user': String(user), 'content-type': type };
    const answer = await fetch(url + request.url, { method: request.method!, headers, ...(body !== '' && { body }) });
    return { status: answer.status, content: await answer.text() };
  };
}

const isMerge = ({ method, url }: IncomingMessage) => method === 'POST' && url!.includes('merge');

test('a job may take longer than the timeout of other requests', async () => {
  const ask = await serve();
  let isMerging!: () => void;
  const merging = new Promise<void>((resolve) => (isMerging = resolve));
  let answerNow!: () => void;
  const isTime = new Promise<void>((resolve) => (answerNow = resolve));
  await standIn(async (request, response) => {
    if (request.url!.startsWith(ENDPOINTS.boards.path)) return;
    const { status, content } = await ask(request);
    if (isMerge(request)) {
      isMerging();
      await isTime;
    }
    response.writeHead(status).end(content);
  });
  const merged = laurels(MERGE, 500);
  await merging;
  const { code, err } = await laurels(['boards', 'list'], 500);
  expect([code, err]).toEqual([1, expect.stringContaining('was lost, and the last step may or may not have completed.')]);
  answerNow();
  expect(await merged).toMatchObject({ code: 0, out: expect.stringMatching(/^30 events of "ada2" moved to "ada" through the server/) });
});

test('a job whose answer is lost is not retried, and the error says where to look', async () => {
  const ask = await serve();
  let merges = 0;
  await standIn(async (request, response) => {
    const { status, content } = await ask(request);
    if (!isMerge(request)) return response.writeHead(status).end(content);
    merges += 1;
    return response.destroy();
  });
  const { code, out, err } = await laurels(MERGE);
  expect([code, out, merges]).toEqual([1, '', 1]);
  expect(err).toMatch(
    /^The connection to the server at http:\S+ was lost, and the job may be done, still running, or not started\. Make sure that the server runs, check "laurels audit", and run the command again if needed\.\n$/,
  );
  expect((await laurels(['audit', '--act', 'merge-players'])).out).toContain('after {"events":30}');
});

test('if the server stops midway, the command reports an unknown outcome and does not take over', async () => {
  const ask = await serve();
  await standIn(async (request, response, itself) => {
    if (isMerge(request)) {
      await typed.stop();
      itself.close();
      itself.closeAllConnections();
    } else {
      const { status, content } = await ask(request);
      response.writeHead(status).end(content);
    }
  });
  const { code, out, err } = await laurels(MERGE);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('was lost, and the job may be done, still running, or not started. Make sure that the server runs');
  expect((await typed.laurels('export', 'events')).out.split(',ada2,ada2,')).toHaveLength(EVENTS + 1);
});

test.each(['resets the connection', 'is silent'])('refuses to work on the folder if its server %s', async (what) => {
  await typed.laurels('boards', 'add', 'cup');
  await standIn(async (_, response) => what === 'is silent' || response.destroy());
  const { code, out, err } = await laurels(['boards', 'add', 'other'], 200);
  expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^The server at \S+ does not respond\. Nothing was changed\. /)]);
});
