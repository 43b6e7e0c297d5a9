import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type LiveServer, startLive } from '../../../main/serve/start-live.ts';
import { parseLiveSettings } from '../../../server/operation/live-settings.ts';
import { csvRecords } from '../../../contract/files/csv.ts';
import { csvLine } from '../../../contract/files/csv.ts';
import { run } from '../../run.ts';

/** The time on every clock here. */
const NOW = Date.parse('2026-11-18T12:00:00Z');

let folder: string;
let server: LiveServer | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'laurels-export-'));
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
  rmSync(folder, { recursive: true });
});

/** The output of a command, which must succeed. */
async function laurels(...args: string[]): Promise<string> {
  let out = '';
  let err = '';
  const io = { env: { LAURELS_DATA: join(folder, 'data') }, cwd: folder, clock: () => NOW };
  const code = await run(args, { ...io, stdout: { write: (text) => (out += text) }, stderr: { write: (text) => (err += text) } });
  expect([
    code,
    err.replaceAll(/^(?:1 voided event left out\.|Closed on .*|Created a new database: .*|Nothing to export\.)\n/gm, ''),
  ]).toEqual([0, '']);
  return out;
}

/** One player with more events than a page holds, odd names, a tie, an event at midnight in Berlin, and one that is voided later. */
async function fill(): Promise<void> {
  const rows = [
    ['id', 'at', 'username', 'display_name', 'points', 'activity', 'avatar'],
    ...Array.from({ length: 1100 }, (_, i) => [
      `ada-${i}`,
      new Date(NOW - (i + 1) * 60_000).toISOString(),
      'ada',
      'Ada "A", L.',
      i % 7,
      'quest',
      '🦊',
    ]),
    ['late', '2026-11-15T23:30:00.000Z', 'grace', 'Grace', 500, '', ''],
    ['wrong', '2026-11-17T10:00:00.000Z', 'grace', 'Grace', 9999, 'duel', ''],
    ['tie', '2026-11-15T23:30:00.001Z', 'linus', 'Linus', 500, '', ''],
  ];
  writeFileSync(join(folder, 'season.csv'), rows.map(csvLine).join(''));
  await laurels('import', 'season.csv');
  await laurels('events', 'void', 'wrong', '--reason', 'It was a test.');
}

async function startServer(): Promise<void> {
  server = await startLive({
    settings: parseLiveSettings({ PORT: '0', LAURELS_DATA: join(folder, 'data') }),
    pages: () => () => Promise.reject(new Error('no pages are asked for')),
    headers: [],
    clock: () => NOW,
    steady: () => NOW,
    log: () => {},
  });
}

test.each(['csv', 'jsonl'])('a new board with another calendar is filled from an export of another board: %s', async (format) => {
  await fill();
  const events = await laurels('export', 'events', '--format', format);
  expect(events).not.toContain('wrong');
  expect(events).toMatch(format === 'csv' ? /,🦊,command\r?$/m : /"author":"command"\}$/m);
  writeFileSync(join(folder, `main.${format}`), events);
  await laurels('boards', 'add', 'berlin', '--time-zone', 'Europe/Berlin', '--week-start', 'sunday');
  await laurels('import', `main.${format}`, '--board', 'berlin');

  expect(await laurels('export', 'events', '--format', format, '--board', 'berlin')).toBe(events);
  expect(await laurels('export', 'standings', 'all-time', '--board', 'berlin')).toBe(await laurels('export', 'standings', 'all-time'));
  // 23:30 UTC is the next day in Berlin.
  const day = (board: string, at: string) => laurels('export', 'standings', 'daily', '--at', at, '--board', board);
  expect(await day('main', '2026-11-15')).toContain('grace');
  expect(await day('berlin', '2026-11-15')).not.toContain('grace');
  expect(await day('berlin', '2026-11-16')).toContain('grace');
});

test('exports are the same with and without a server', async () => {
  await fill();
  const everything = async () => [
    await laurels('export', 'events'),
    await laurels('export', 'standings', 'weekly', '--format', 'jsonl'),
    await laurels('export', 'finals', 'daily'),
  ];
  await startServer();
  // The server closes past days, which produces the finals.
  await expect.poll(() => laurels('export', 'finals', 'daily')).toContain('2026-11-15');
  const through = await everything();
  await server!.stop();
  server = undefined;
  expect(await everything()).toEqual(through);
  expect([...csvRecords(through[0]!)]).toHaveLength(1 + 1100 + 2);
});

test('standings and finals escape formulas for spreadsheets; events keep names as imported', async () => {
  const names = ['=HYPERLINK("http://evil","x")', '+1+1', '@SUM(A1)', '-1'];
  const rows = [['id', 'at', 'username', 'points'], ...names.map((name, i) => [`e${i}`, '2026-11-15T10:00:00Z', name, -5])];
  writeFileSync(join(folder, 'season.csv'), rows.map(csvLine).join(''));
  await laurels('import', 'season.csv');
  const fields = async (...args: string[]) => [...csvRecords(await laurels('export', ...args))].flatMap(({ fields: all }) => all);
  await startServer();
  await expect.poll(() => laurels('export', 'finals', 'daily')).toContain('2026-11-15');
  for (const exported of [await fields('standings', 'all-time'), await fields('finals', 'daily')]) {
    expect(exported.filter((field) => /^[=+@-]/.test(field)).toSorted()).toEqual(['-5', '-5', '-5', '-5']);
    for (const name of names) expect(exported).toContain(`'${name}`);
  }
  expect(await fields('events')).toEqual(expect.arrayContaining(names));
});

test('finals name the period of each rank, newest first', async () => {
  await fill();
  await startServer();
  await expect.poll(() => laurels('export', 'finals', 'weekly')).toContain('2026-11-09');
  const [header, ...rows] = [...csvRecords(await laurels('export', 'finals', 'weekly'))].map(({ fields }) => fields);
  expect(header).toEqual(['period', 'rank', 'points', 'reached_at', 'username', 'display_name']);
  expect(rows).toEqual([
    ['2026-11-09', '1', '500', '2026-11-15T23:30:00.000Z', 'grace', 'Grace'],
    ['2026-11-09', '2', '500', '2026-11-15T23:30:00.001Z', 'linus', 'Linus'],
  ]);
});

test('names the line that is not a JSON object, and imports nothing', async () => {
  writeFileSync(join(folder, 'bad.jsonl'), '{"id":"a","username":"ada","points":1}\n\n[]\n{"id":"b","username":"ada"}\n');
  let out = '';
  const io = { env: { LAURELS_DATA: join(folder, 'data') }, cwd: folder, clock: () => NOW, stderr: { write: () => {} } };
  expect(await run(['import', 'bad.jsonl'], { ...io, stdout: { write: (text) => (out += text) } })).toBe(1);
  expect(out).toMatch(/bad\.jsonl:3: is not a JSON object\n.*bad\.jsonl:4: points is missing\n2 bad rows: nothing was imported/);
});

test('an export with an erased player can be imported, and all points are kept', async () => {
  writeFileSync(join(folder, 'few.csv'), 'id,username,points\n1,ann,5\n2,bob,7\n3,ann,4\n');
  await laurels('import', 'few.csv');
  await laurels('players', 'erase', 'ann', '--yes');
  writeFileSync(join(folder, 'events.csv'), await laurels('export', 'events'));
  await laurels('boards', 'add', 'second');
  await laurels('import', 'events.csv', '--board', 'second');
  const standings = [...csvRecords(await laurels('export', 'standings', 'all-time', '--board', 'second'))].map(({ fields }) => fields);
  expect(standings.slice(1).map(([rank, points, , , name]) => [rank, points, name])).toEqual([
    ['1', '9', 'Erased player'],
    ['2', '7', 'bob'],
  ]);
});
