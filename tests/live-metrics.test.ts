// Metrics of a whole server, and the alerts and the dashboard for them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ROOT } from '../scripts/tools/child-process.ts';
import { programVersion } from '../src/server/operation/this-process.ts';
import { startTrialServer, type TrialServer } from './live/trial-server.ts';

const PROMETHEUS = join(ROOT, 'deploy/prometheus');
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

let server: TrialServer;
beforeAll(async () => {
  server = await startTrialServer({ LAURELS_METRICS: '0' });
});
afterAll(() => server.discard());

const scraped = async () => (await fetch(server.metricsUrl!)).text();

/** The value of a line such as `name{labels}`. */
async function valueOf(line: string): Promise<number | undefined> {
  const text = (await scraped()).split('\n').find((each) => each.startsWith(`${line} `));
  return text === undefined ? undefined : Number(text.slice(line.length + 1));
}

function promtool(args: readonly string[], input?: string) {
  const { status, stdout, stderr } = spawnSync('promtool', args, {
    encoding: 'utf8',
    ...(input !== undefined && { input }),
    timeout: 60_000,
  });
  return { status, said: stdout + stderr };
}

test('posts, requests and retries are counted', async () => {
  const EVENTS = 'laurels_events_total{outcome=';
  const before = (await valueOf(`${EVENTS}"recorded"}`))!;
  await server.post({ id: 'e-1', username: 'ada', points: 5 });
  await server.post({ id: 'e-1', username: 'ada', points: 5 });
  await server.post({ id: 'e-1', username: 'ada', points: 6 });
  expect(await valueOf(`${EVENTS}"recorded"}`)).toBe(before + 1);
  expect(await valueOf(`${EVENTS}"repeated"}`)).toBe(1);
  expect(await valueOf(`${EVENTS}"refused"}`)).toBe(1);
  expect(await valueOf('laurels_http_requests_total{method="POST",route="/api/v1/points",status="201"}')).toBe(1);
  expect(await valueOf('laurels_http_request_duration_seconds_count{method="POST",route="/api/v1/points"}')).toBe(3);
  expect(await valueOf('laurels_ranked_players{board="main",period="all-time"}')).toBe(1);
  expect(await valueOf('laurels_commit_queue')).toBe(0);
  expect(await valueOf('laurels_ready')).toBe(1);
  expect(await valueOf('laurels_backup_trouble')).toBeUndefined();
  expect(await valueOf('laurels_database_bytes')).toBeGreaterThan(4096);
  expect(await valueOf('laurels_disk_free_bytes')).toBeGreaterThan(4096);
});

test('the version is a label', async () => {
  expect(await valueOf(`laurels_build_info{version="${programVersion()}"}`)).toBe(1);
});

test('listeners are counted, and their delay', async () => {
  const stop = new AbortController();
  const listening = await fetch(`${server.url}/api/v1/boards/main/events`, { signal: stop.signal });
  const reader = listening.body!.getReader();
  await reader.read();
  expect(await valueOf('laurels_listeners')).toBe(1);
  const before = (await valueOf('laurels_push_lag_seconds_count'))!;
  await server.post({ id: 'e-2', username: 'ada', points: 5 });
  await reader.read();
  expect(await valueOf('laurels_push_lag_seconds_count')).toBe(before + 1);
  expect(await valueOf('laurels_push_lag_seconds_sum')).toBeLessThan(60);
  stop.abort();
  await expect.poll(() => valueOf('laurels_listeners')).toBe(0);
});

test('odd requests cannot create new metrics', async () => {
  await fetch(`${server.url}/api/v1/nothing-${'x'.repeat(50)}`, { method: 'PATCH' });
  await fetch(`${server.url}/api/v1/players/somebody-in-particular`);
  const text = await scraped();
  expect(text).toContain('{method="other",route="unknown",status="404"} 1');
  expect(text).not.toMatch(/nothing-x|somebody/);
});

test('metrics are on a port of their own, and nowhere else', async () => {
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect((await fetch(server.metricsUrl!.replace('/metrics', '/api/v1/boards'))).status).toBe(404);
  expect((await fetch(server.metricsUrl!, { method: 'POST' })).status).toBe(404);
  expect((await fetch(server.metricsUrl!)).headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
});

/** All metric names in an expression. */
const namesIn = (text: string) => new Set(text.match(/\b(?:laurels|process)_\w+/g));

describe('the files for the metrics', () => {
  const dashboard = readFileSync(join(ROOT, 'deploy/grafana/laurels.json'), 'utf8');
  const { panels } = JSON.parse(dashboard) as { panels: { title: string; targets: { expr: string }[] }[] };
  const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

  test('every metric in the dashboard and the alerts exists', async () => {
    await server.post({ id: 'e-3', username: 'ada', points: 5 });
    const text = await scraped();
    // Some have no value here: there are no backups.
    const known = new Set(Array.from(text.matchAll(/^(?:# TYPE )?(\w+)[{ ]/gm), ([, name]) => name!));
    const used = namesIn(expressions.join('\n') + readFileSync(join(PROMETHEUS, 'alerts.yaml'), 'utf8'));
    expect(used.size).toBeGreaterThan(10);
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
  });

  describe.skipIf(!hasPromtool)('promtool (skipped without it: apt-get install prometheus)', () => {
    test('finds the metrics well-formed', async () => {
      expect(promtool(['check', 'metrics'], await scraped())).toEqual({ status: 0, said: '' });
    });

    test('finds the configuration valid, and every alert fires when it should', () => {
      expect(promtool(['check', 'config', join(PROMETHEUS, 'prometheus.yaml')])).toMatchObject({ status: 0 });
      expect(promtool(['test', 'rules', join(PROMETHEUS, 'alerts.test.yaml')])).toMatchObject({ status: 0 });
    });

    test('understands every expression of the dashboard', () => {
      const folder = mkdtempSync(join(tmpdir(), 'laurels-dashboard-'));
      try {
        const rules = expressions.map((expr, i) => ({ record: `panel:${i}`, expr: expr.replaceAll('$instance', '.*') }));
        const file = join(folder, 'rules.json');
        // JSON is YAML.
        writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
        expect(promtool(['check', 'rules', file])).toMatchObject({ status: 0 });
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });
});
