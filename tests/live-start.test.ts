// The output of a started server, and its outgoing connections.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { NODE, ROOT } from '../scripts/tools/child-process.ts';
import { programVersion } from '../src/server/operation/this-process.ts';
import { standInBuild } from './live/shutdown.ts';

/** Appends every outgoing connection, datagram and DNS lookup, of every thread, to the file in CALLED. */
const RECORDER = `data:text/javascript,${encodeURIComponent(`
  import dgram from 'node:dgram';
  import dns from 'node:dns';
  import fs from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import net from 'node:net';
  for (const [where, names] of [
    [net.Socket.prototype, ['connect']],
    [dgram.Socket.prototype, ['connect', 'send']],
    [dns, ['lookup', 'resolve']],
    [dns.promises, ['lookup', 'resolve']],
  ])
    for (const name of names) {
      const original = where[name];
      where[name] = function (...args) {
        fs.appendFileSync(process.env.CALLED, \`\${name} \${typeof args[0] === 'string' ? args[0] : ''}\\n\`);
        return original.apply(this, args);
      };
    }
  syncBuiltinESMExports();
`)}`;

function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const called = join(folder, 'called');
  writeFileSync(called, '');
  return { folder, called, calls: () => readFileSync(called, 'utf8').split('\n').slice(0, -1) };
}

test('the recorder of calls detects HTTP, TLS, datagrams and DNS lookups', () => {
  const { called, calls } = scratch();
  const program = `
    await fetch('http://127.0.0.1:65535').catch(() => {});
    (await import('node:tls')).connect(1, '127.0.0.1').on('error', () => {});
    const socket = (await import('node:dgram')).createSocket('udp4');
    socket.send('x', 9, '127.0.0.1', () => socket.close());
    await (await import('node:dns/promises')).lookup('127.0.0.1');
  `;
  spawnSync(NODE, ['--import', RECORDER, '--input-type=module', '-e', program], { env: { ...process.env, CALLED: called } });
  for (const kind of ['connect', 'send', 'lookup']) expect(calls().filter((call) => call.startsWith(`${kind} `))).not.toEqual([]);
  expect(calls().filter((call) => call.startsWith('connect ')).length).toBe(2);
});

test('a server prints its version in its first line and its log, and contacts no other server by itself', { timeout: 60_000 }, async () => {
  const { folder, called, calls } = scratch();
  const server = spawn(NODE, ['--import', RECORDER, 'src/laurels.mjs', 'serve'], {
    cwd: ROOT,
    env: {
      ...process.env,
      CALLED: called,
      HOST: '127.0.0.1',
      PORT: '0',
      BUILD_DIR: standInBuild(folder),
      LAURELS_DATA: join(folder, 'data'),
      LAURELS_BACKUP_FOLDER: join(folder, 'backups'),
      LAURELS_METRICS: '0',
      LAURELS_THREADS: '2',
    },
  });
  const ended = new Promise((resolve) => server.once('close', resolve));
  let said = '';
  let logged = '';
  server.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  server.stderr.on('data', (chunk: Buffer) => (logged += chunk.toString()));
  try {
    const url = () => /^Laurels .*, live edition: (http:\S+)$/m.exec(said)?.[1];
    await expect.poll(url).toBeDefined();
    expect(said.split('\n', 1)).toEqual([`Laurels ${programVersion()}, live edition: ${url()}`]);
    const messages = () => logged.split('\n').flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { message: string }).message]));
    await expect.poll(messages).toContain(`Laurels ${programVersion()} listens on ${url()}`);

    const [, key] = /shown only this once: (\S+)/.exec(said)!;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const posted = await fetch(`${url()}/api/v1/points`, { method: 'POST', headers, body: '{"id":"a","username":"ada","points":1}' });
    expect(posted.status).toBe(201);
    const newestBackup = async () => ((await (await fetch(`${url()}/readyz`)).json()) as { newestBackup: string | null }).newestBackup;
    await expect.poll(newestBackup).not.toBeNull();
    expect((await fetch(`${url()}/api/v1/overview`, { headers })).status).toBe(200);
  } finally {
    server.kill();
    await ended;
  }
  // It looks up its own address to listen on it.
  expect(calls().filter((call) => call !== 'lookup 127.0.0.1')).toEqual([]);
});
