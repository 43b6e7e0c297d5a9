import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { useCommands } from '../../../../tests/live/typed-commands.ts';
import { ENDPOINTS } from '../../../contract/api.ts';
import { targetOf } from '../../../contract/endpoint.ts';
import type { ApiRankings } from '../../../contract/game-answers.ts';
import { DAY_MS, HOUR_MS } from '../../../domain/durations.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');

const typed = useCommands(NOW, { LAURELS_BACKUP_FOLDER: 'backups' });
const { laurels } = typed;

/** The problems found, without those that depend on the machine: disk space and the limit of open files. */
async function findings(): Promise<readonly string[]> {
  const { out } = await laurels('doctor');
  return out
    .split('\n- ')
    .slice(1)
    .map((text) => text.split('\n')[0]!)
    .filter((text) => !/MiB are free|may open/.test(text));
}

test('finds no problems in a folder with a backup, with or without a server', async () => {
  await laurels('boards', 'add', 'cup');
  expect(await findings()).toEqual([expect.stringMatching(/^There are no backups in .*backups\.$/)]);
  expect((await laurels('backup')).code).toBe(0);
  expect((await laurels('doctor')).out).toContain(`No server is running on ${typed.data}.`);
  expect(await findings()).toEqual([]);
  const { url } = await typed.serve();
  expect((await laurels('doctor')).out).toContain(`A server is running on ${typed.data}: ${url}, process ${process.pid}.`);
  expect(await findings()).toEqual([]);
});

test('each problem comes with its fix, and the exit code is 1', async () => {
  await laurels('import', typed.file('points.csv', 'id,username,points\na,ada,5\n'));
  chmodSync(join(typed.data, 'laurels.db'), 0o644);
  writeFileSync(join(typed.data, 'server.json'), '{}');
  mkdirSync(join(typed.data, 'restoring'));
  typed.now = NOW - 60_000;
  const { code, out, err } = await laurels('doctor');
  expect([code, err]).toEqual([1, '']);
  expect(out).toMatch(/- Other users can read laurels\.db\S*.*\n {2}chmod go= /);
  expect(out).toMatch(/- server\.json is left over from a killed server.*\n {2}rm '/);
  expect(out).toContain('- Restoring a backup was interrupted.\n  laurels restore FILE\n');
  expect(out).toMatch(/- The newest event is dated 18 Nov 2026, 12:00:00 UTC, but the clock says 18 Nov 2026, 11:59:00 UTC\./);
  expect(out).toMatch(/\n\d problems found\.\n$/);
});

test('reports a damaged database and a missing folder', async () => {
  expect((await laurels('doctor')).out).toContain(`- There is no folder ${typed.data}.\n  Set LAURELS_DATA, or start the server`);
  mkdirSync(typed.data);
  writeFileSync(join(typed.data, 'laurels.db'), 'no database at all, as it seems');
  const { code, out } = await laurels('doctor');
  expect(code).toBe(1);
  expect(out).toMatch(/laurels\.db is damaged \(.*\)\.\n {2}Move the folder away, then: laurels restore FILE/);
  expect(await laurels('doctor', 'now')).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringContaining('Unexpected argument "now".') as string,
  });
});

test('following the advice repairs a game whose clock was years ahead', async () => {
  const readiness = async () => {
    // Findings are cached for a second.
    typed.now += 2000;
    return (await fetch(`${server.url}/readyz`)).json() as Promise<{ readonly status: string; readonly warnings?: readonly string[] }>;
  };
  const isClosed = async () => {
    const target = targetOf(ENDPOINTS.rankings, { board: 'main', query: { at: '2026-11-18' } });
    return ((await (await fetch(server.url + target)).json()) as ApiRankings).period.closed;
  };
  await laurels('backup');
  await laurels('import', typed.file('points.csv', 'id,username,points\na,ada,5\n'));
  typed.now = NOW + 9 * 365 * DAY_MS;
  let server = await typed.serve();
  await laurels('import', typed.file('later.csv', 'id,username,points\nahead,ada,7\n'));
  await vi.waitUntil(isClosed, 300_000);
  await typed.stop();

  typed.now = NOW + HOUR_MS;
  server = await typed.serve();
  expect((await readiness()).warnings).toEqual([
    expect.stringMatching(/^The newest event is dated \d+ \w+ 2035.*No period closes until a newer event arrives, or this one is voided\./),
  ]);
  const { out } = await laurels('doctor');
  expect(out).toContain('Events received in the future: 1 on "main" ("ahead").');
  const advice = [...out.matchAll(/laurels ((?:events|periods) .*)$/gm)].map(([, words]) => words!);
  expect(advice.map((words) => words.split(' ').slice(0, 2).join(' '))).toEqual([
    'events void',
    ...Array<string>(3).fill('periods reopen'),
  ]);
  for (const words of advice)
    expect(await laurels(...words.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", '')))).toMatchObject({ code: 0, err: '' });
  expect((await laurels('doctor')).out).not.toMatch(/future|before its end/);
  expect((await readiness()).warnings ?? []).toEqual([]);
  expect(await isClosed()).toBe(false);
  typed.now = NOW + DAY_MS;
  await vi.waitUntil(isClosed, 300_000);
});
