import { hash } from 'node:crypto';

import { expect, test } from 'vitest';

import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { type Calendar, periodContaining } from '../../domain/calendar.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import { SEED_SECRET } from '../store/records.ts';
import { PeriodSeeds } from './period-seeds.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const DAYS = 365;

const BOARDS: readonly { readonly name: string; readonly calendar: Calendar }[] = [
  { name: 'main', calendar: { timeZone: 'UTC', weekStart: 1 } },
  // With daylight saving time; in Cairo it begins at midnight.
  { name: 'berlin', calendar: { timeZone: 'Europe/Berlin', weekStart: 7 } },
  { name: 'cairo', calendar: { timeZone: 'Africa/Cairo', weekStart: 6 } },
];

test('for 365 days, with daylight saving time, two processes agree, and each seed matches the hash published before', async () => {
  const store = await openMemoryStore();
  let now = START;
  const open = () => new PeriodSeeds({ store, clock: () => now });
  let processes = [open(), open()];
  const published = new Map<string, { readonly hash: string; readonly end: number }>();
  const seen = new Map<string, string>();
  let checked = 0;
  for (now = START; now < START + DAYS * DAY_MS; now += 12 * HOUR_MS) {
    // One process restarts each week.
    if ((now - START) % (7 * DAY_MS) === 0) processes = [open(), processes[0]!];
    for (const board of BOARDS) {
      for (const kind of ['daily', 'weekly'] as const) {
        const [one, other] = await Promise.all(processes.map((seeds) => seeds.current(board, kind)));
        expect(one).toEqual(other);
        const { period, seed, next } = one!;
        expect(period).toEqual(periodContaining(kind, now, board.calendar));
        expect(next.period.start).toBe(period.end);
        const key = `${board.name} ${kind} ${period.start}`;
        const before = published.get(key);
        if (before !== undefined) {
          expect({ hash: hash('sha256', seed), end: period.end }).toEqual(before);
          checked += 1;
        }
        published.set(`${board.name} ${kind} ${next.period.start}`, { hash: next.hash, end: next.period.end });
        seen.set(key, seed);
      }
    }
  }
  expect(checked).toBeGreaterThan(2 * (DAYS - 1) * BOARDS.length);
  // Each period of each board has its own seed.
  expect(new Set(seen.values()).size).toBe(seen.size);
  await store.close();
});

test('processes that start at once share one secret, and another secret does not match the published hash', async () => {
  const store = await openMemoryStore();
  let now = START;
  const open = () => new PeriodSeeds({ store, clock: () => now });
  const all = await Promise.all(Array.from({ length: 8 }, () => open().current(BOARDS[0]!, 'daily')));
  expect(new Set(all.map(({ next }) => next.hash)).size).toBe(1);
  const kept = all[0]!.next.hash;
  now += DAY_MS;
  expect(hash('sha256', (await open().current(BOARDS[0]!, 'daily')).seed)).toBe(kept);
  const chosenLate = {
    kind: SEED_SECRET,
    id: 'seeds',
    at: now,
    state: 'kept',
    text: JSON.stringify(Buffer.alloc(32, 7).toString('base64url')),
  };
  await store.changeRecords({ change: () => [chosenLate] });
  expect(hash('sha256', (await open().current(BOARDS[0]!, 'daily')).seed)).not.toBe(kept);
  await store.close();
});
