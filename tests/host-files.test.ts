// Files for hosts that `npm test` does not run: checks their schemas, and that the names in them exist. `npm run check:deploy` runs them.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { DCLinter } from 'dclint';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

import { ROOT } from '../scripts/tools/child-process.ts';
import { resolved, variablesOf } from '../scripts/tools/install/compose-variables.ts';
import { commandsBelow, FIRST_POINT, WAYS } from '../scripts/tools/install/install-page.ts';
import { parseLiveSettings } from '../src/server/operation/live-settings.ts';
import { SETTINGS } from '../src/server/operation/settings-table.ts';

interface Service {
  readonly image: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment: Readonly<Record<string, string>>;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly profiles?: readonly string[];
  readonly logging: { readonly options: Readonly<Record<string, string>> };
}

interface Composition {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const ENV = { SITE: 'play.example', POSTGRES_PASSWORD: 'secret', LAURELS_API_KEY: 'a-key-of-22-characters' };
const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');
const composition = (name: string, env: NodeJS.ProcessEnv = ENV) => resolved(parse(read(name), { merge: true }), env) as Composition;

const FILES = ['deploy/compose.yaml', 'deploy/compose.cluster.yaml'];

/** Settings that the server would refuse or does not know. */
const problemsOf = (settings: Readonly<Record<string, string>>) => {
  expect(() => parseLiveSettings(settings)).not.toThrow();
  return Object.keys(settings).filter((name) => !(name in SETTINGS));
};

test('Compose files match the schema of the Compose Specification', () => {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-compose-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const wrong = join(folder, 'compose.yaml');
  writeFileSync(wrong, read(FILES[0]!).replace('read_only:', 'readonly:'));
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
  // The linter's other rules are about style.
  const broken = (file: string) =>
    linter
      .lintFiles([file], false)
      .flatMap(({ messages }) => messages)
      .filter(({ rule }) => /^(?:invalid|no-dup)/.test(rule));
  expect(broken(wrong).map(({ rule }) => rule)).toEqual(['invalid-schema']);
  expect(FILES.flatMap((file) => broken(join(ROOT, file)))).toEqual([]);
});

test.each(FILES)('%s uses volumes, files and settings that exist, and limits each log', (file) => {
  const { services, volumes } = composition(file);
  for (const { image, build, environment, volumes: mounted = [], logging } of Object.values(services)) {
    for (const mount of mounted) {
      const from = mount.split(':')[0] ?? '';
      expect(from.startsWith('./') ? existsSync(join(ROOT, dirname(file), from)) : from in volumes).toBe(true);
    }
    expect(logging.options).toHaveProperty('max-size');
    if (image !== 'laurels') continue;
    expect(existsSync(join(ROOT, build!.dockerfile))).toBe(true);
    expect(problemsOf(environment)).toEqual([]);
  }
  const told = read(file).split('services:')[0]! + read('docs/settings.md');
  expect(variablesOf(read(file)).filter((name) => !told.includes(name))).toEqual([]);
});

test('one container needs no variables; with a domain, only the proxy is reachable from outside', () => {
  const alone = composition('deploy/compose.yaml', {}).services['laurels']!;
  expect(alone.ports).toEqual(['3000:3000']);
  expect(alone.environment).toMatchObject({ LAURELS_URL: '', LAURELS_TRUSTED_PROXIES: '' });
  const { laurels, proxy } = composition('deploy/compose.yaml').services;
  expect(laurels!.ports).toEqual(['127.0.0.1:3000:3000']);
  expect(laurels!.environment).toMatchObject({ LAURELS_URL: 'https://play.example', LAURELS_TRUSTED_PROXIES: '1' });
  expect(proxy!.profiles).toEqual(['tls']);
});

test('deploy/render.yaml has one server with a disk for its data and backups, and settings that exist', () => {
  const { services } = parse(read('deploy/render.yaml')) as {
    services: { disk: { mountPath: string }; envVars: { key: string; value: string }[]; healthCheckPath: string }[];
  };
  const [{ disk, envVars, healthCheckPath }] = services as [(typeof services)[0]];
  const { NODE_VERSION, ...settings } = Object.fromEntries(envVars.map(({ key, value }) => [key, value]));
  expect([services.length, NODE_VERSION, healthCheckPath]).toEqual([1, '24', '/livez']);
  expect(problemsOf(settings)).toEqual([]);
  for (const name of ['LAURELS_DATA', 'LAURELS_BACKUP_FOLDER']) expect(settings[name]).toMatch(new RegExp(`^${disk.mountPath}/`));
});

test('docs/install.md has commands for each tested way of installation', () => {
  expect([...WAYS, FIRST_POINT].filter((heading) => commandsBelow(heading).length === 0)).toEqual([]);
});

test('the image sets only settings that exist', () => {
  const [, set] = /^ENV (.*)$/m.exec(read('deploy/Containerfile'))!;
  const { LAURELS_CALLED_AS, ...settings } = Object.fromEntries(set!.split(' ').map((one) => one.split('=') as [string, string]));
  expect(LAURELS_CALLED_AS).toBe('laurels');
  expect(problemsOf(settings)).toEqual([]);
});
