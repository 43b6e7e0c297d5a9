import { expect, test } from 'vitest';

import { openSquares, seasonRows } from './season-rows.ts';

const place = (rank: number) => ({ rank, total: 9, points: 10 - rank });
const history = [
  { day: '2025-12-30', ...place(1) },
  { day: '2026-01-02', ...place(4) },
];

test('final places, missed periods and open periods are sorted into years or months', () => {
  const open = [
    { day: '2026-01-02', place: place(9), isOpen: true },
    { day: '2026-02-03', place: place(2), isOpen: true },
  ];
  const told = (rows: 'years' | 'months') =>
    seasonRows({ history, missed: ['2025-12-31'] }, open, rows).map(({ name, squares }) => [
      name,
      squares.map((square) => `${square.day} ${square.place?.rank ?? '-'}${square.isOpen ? ' open' : ''}`),
    ]);
  expect(told('years')).toEqual([
    ['2025', ['2025-12-30 1', '2025-12-31 -']],
    ['2026', ['2026-01-02 4', '2026-02-03 2 open']],
  ]);
  expect(told('months').map(([name]) => name)).toEqual(['2025-12', '2026-01', '2026-02']);
});

const span = { closed: false, state: 'open', end: null } as const;
const ranked = {
  kind: 'ranked',
  ...place(3),
  reachedAt: '2026-01-03T12:00:00Z',
  tie: { kind: 'none' },
  change: { state: 'none', places: null, earlierRank: null },
} as const;
const today = { period: { kind: 'daily', start: '2026-01-02T23:00:00Z', ...span }, place: ranked } as const;

test('the current day on the board’s calendar is open, and so is a day under review', () => {
  const last = { day: '2026-01-02', ...place(5), period: { ...today.period, state: 'provisional' } } as const;
  expect(openSquares({ kind: 'all-time', last }, [today], 'Europe/Berlin').map(({ day }) => day)).toEqual(['2026-01-02', '2026-01-03']);
  expect(openSquares({ kind: 'daily', last: { ...last, period: { ...last.period, state: 'final' } } }, [today], 'UTC')).toMatchObject([
    { day: '2026-01-02', place: { rank: 3 } },
  ]);
  expect(openSquares({ kind: 'weekly', last: null }, [today], 'UTC')).toEqual([]);
});
