// Checks the image `laurels` and runs it as strictly as its documentation says.
import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';

import type { Containers } from './podman.ts';
import { ran } from './podman.ts';

/** The maximum size, unpacked. */
const MOST_BYTES = 250_000_000;

/** How long a stop may take, in milliseconds: Docker's default timeout. */
const STOP_LIMIT_MS = 10_000;

/** The time limit for a start, in milliseconds. */
const HANGING_MS = 120_000;

/** Paths that must not be writable. */
const READ_ONLY = ['/', '/laurels', '/laurels/build-live', '/usr/local/bin', '/etc', '/var'];

interface ImageConfig {
  readonly Size: number;
  readonly Architecture: string;
  /** Docker has this in `Config`. */
  readonly Healthcheck?: object;
  readonly Config: {
    readonly User: string;
    readonly Volumes: object;
    readonly Labels: Readonly<Record<string, string>>;
  };
}

/** Problems with the image: its size and settings, a start with a read-only root, points, kill -9, SIGTERM, and a restart. */
export async function problemsOfImage(env: Containers, port: number): Promise<readonly string[]> {
  const docker = (...args: string[]) => ran('docker', args, { env });
  const problems: string[] = [];
  const expect = (isSo: boolean, problem: string) => void (isSo || problems.push(problem));
  const [image] = JSON.parse(docker('image', 'inspect', 'laurels')) as [ImageConfig];
  const { User, Volumes, Labels } = image.Config;
  console.log(`The image: ${(image.Size / 1e6).toFixed(0)} MB unpacked, ${image.Architecture}.`);
  expect(image.Size <= MOST_BYTES, `${image.Size} bytes, more than ${MOST_BYTES}`);
  expect(User === '10001:10001', `it runs as ${User}`);
  expect(Object.keys(Volumes).join() === '/data', `its volumes are ${Object.keys(Volumes).join()}`);
  expect(image.Healthcheck !== undefined, 'it has no health check');
  for (const name of ['title', 'version', 'licenses']) expect(`org.opencontainers.image.${name}` in Labels, `it has no ${name}`);
  expect(spawnSync('docker', ['run', '--rm', 'laurels', 'npm', '--version'], { env }).status !== 0, 'it has npm');

  docker('rm', '--force', 'laurels');
  const strict = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];
  docker('run', '-d', '--name', 'laurels', ...strict, '-p', `127.0.0.1:${port}:3000`, '-v', 'strict:/data', 'laurels');
  const inside = (...args: string[]) => spawnSync('docker', ['exec', 'laurels', ...args], { env, encoding: 'utf8' });
  await ready(port);
  expect(inside('id', '-u').stdout.trim() === '10001', 'it runs as another user');
  const [first] = inside('cat', '/proc/1/cmdline').stdout.split('\0');
  expect(first === 'node', `process 1 is ${first}`);
  for (const place of READ_ONLY) expect(inside('touch', `${place}/x`).status !== 0, `${place} can be written`);
  expect(spawnSync('docker', ['healthcheck', 'run', 'laurels'], { env }).status === 0, 'the health check fails');
  const key = /lk_[\w-]+/.exec(inside('laurels', 'keys', 'add', 'game', '--role', 'write').stdout)?.[0];
  const post = async (id: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ id, username: 'ada', displayName: 'Ada', points: 10 });
    return (await fetch(`http://localhost:${port}/api/v1/points`, { method: 'POST', headers, body })).status;
  };
  const shown = async () => (await fetch(`http://localhost:${port}/api/v1/boards/main/rankings?period=all-time`)).text();

  expect((await post('a')) === 201, 'a point is not accepted');
  docker('kill', '--signal', 'KILL', 'laurels');
  docker('wait', 'laurels');
  docker('start', 'laurels');
  await ready(port);
  expect((await post('a')) === 200 && (await post('b')) === 201, 'after kill -9, points are not what they were');
  const before = await shown();
  const began = performance.now();
  docker('kill', '--signal', 'TERM', 'laurels');
  const code = docker('wait', 'laurels').trim();
  const took = performance.now() - began;
  expect(code === '0' && took < STOP_LIMIT_MS, `SIGTERM ended it with ${code} after ${took.toFixed(0)} ms`);
  docker('start', 'laurels');
  await ready(port);
  expect((await shown()) === before, `after a restart, ${await shown()} is not ${before}`);
  expect(inside('sh', '-c', 'ls /data/backups').stdout.includes('.backup'), 'there is no backup');
  return problems;
}

async function ready(port: number): Promise<void> {
  const limit = performance.now() + HANGING_MS;
  while ((await fetch(`http://localhost:${port}/readyz`).catch(() => undefined))?.status !== 200) {
    if (performance.now() > limit) throw new Error('the server does not get ready');
    await sleep(50);
  }
}
