import fc from 'fast-check';
import { expect, test } from 'vitest';

import { reportSchema } from '../../../contract/game-answers.ts';
import { keptReport, reportFrom, reportOf } from './score-report.ts';

const AT = Date.UTC(2026, 10, 20, 12);
const event = { id: 'a "quoted" id', points: -5 };
const periods = () => [
  { kind: 'daily' as const, startText: '2026-11-20T00:00:00.000Z', endText: '2026-11-21T00:00:00.000Z' },
  { kind: 'all-time' as const, startText: null, endText: null },
];

const moved = { points: 95, added: -5, rank: 3, rankBefore: 2, gap: 1 };

function report(direction: 'high' | 'low', displayName: string): unknown {
  const player = { number: 7, username: 'ann', displayName, avatar: '🦊' };
  return JSON.parse(reportFrom(JSON.stringify(keptReport(AT, player, [undefined, moved])), { name: 'main', direction }, event, periods));
}

test('a report is written from its stored form', () => {
  expect(report('high', 'Ann A.')).toEqual({
    id: 'a "quoted" id',
    board: 'main',
    player: { username: 'ann', displayName: 'Ann A.', avatar: '🦊' },
    at: '2026-11-20T12:00:00.000Z',
    points: -5,
    periods: [
      { kind: 'daily', start: '2026-11-20T00:00:00.000Z', end: '2026-11-21T00:00:00.000Z', state: 'closed' },
      {
        kind: 'all-time',
        start: null,
        end: null,
        state: 'counted',
        points: 95,
        rank: 3,
        change: { points: -5, ranks: -1 },
        improved: false,
        next: { rank: 2, points: 1 },
      },
    ],
  });
  expect(report('low', 'ann')).toMatchObject({ player: { displayName: 'ann' }, periods: [{}, { improved: true }] });
});

test('a new leader has no previous rank and no next one', () => {
  const player = { number: 7, username: 'ann', displayName: 'ann', avatar: '🎮' };
  const first = { points: 0, added: 0, rank: 1, rankBefore: undefined, gap: undefined };
  const kept = JSON.stringify(keptReport(AT, player, [first, first]));
  expect(JSON.parse(reportFrom(kept, { name: 'main', direction: 'high' }, event, periods))).toMatchObject({
    periods: [{ change: { points: 0, ranks: null }, improved: true, next: null }, {}],
  });
});

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\u0000\u001f\u007f', '\ud800', 'a\udc00b', '\u2028', '</script>', '__proto__', '🎮'),
);
const anyNumber = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });
const anyRank = fc.integer({ min: 1, max: 1_000_000 });
const anyMove = fc.record({
  points: anyNumber,
  added: anyNumber,
  rank: anyRank,
  rankBefore: fc.option(anyRank, { nil: undefined }),
  gap: fc.option(fc.nat(), { nil: undefined }),
});

test('a report is valid JSON for any names and numbers', () => {
  const anyPlayer = fc.record({ number: fc.nat(), username: anyText, displayName: anyText, avatar: anyText });
  const anyMoves = fc.tuple(fc.option(anyMove, { nil: undefined }), fc.option(anyMove, { nil: undefined }));
  const anyDirection = fc.constantFrom('high' as const, 'low' as const);
  fc.assert(
    fc.property(anyPlayer, anyMoves, anyText, anyText, anyNumber, anyDirection, (player, moves, id, name, points, direction) => {
      const { username, displayName, avatar } = player;
      const expected = {
        id,
        board: name,
        player: { username, displayName, avatar },
        at: new Date(AT).toISOString(),
        points,
        periods: periods().map(({ kind, startText: start, endText: end }, i) => {
          const move = moves[i];
          if (move === undefined) return { kind, start, end, state: 'closed' };
          const { rank, rankBefore, gap, added } = move;
          return {
            kind,
            start,
            end,
            state: 'counted',
            points: move.points,
            rank,
            change: { points: added, ranks: rankBefore === undefined ? null : rankBefore - rank },
            improved: rankBefore === undefined || (direction === 'high' ? added > 0 : added < 0),
            next: gap === undefined ? null : { rank: rank - 1, points: gap },
          };
        }),
      };
      const kept = keptReport(AT, player, moves);
      const text = reportFrom(JSON.stringify(kept), { name, direction }, { id, points }, periods);
      expect(reportOf(kept, { name, direction }, { id, points }, periods)).toBe(text);
      expect(text).toBe(JSON.stringify(expected));
    }),
  );
});

test('a report matches the contract', () => {
  const player = { number: 7, username: 'ann', displayName: 'Ann', avatar: '🦊' };
  const text = reportFrom(JSON.stringify(keptReport(AT, player, [undefined, moved])), { name: 'main', direction: 'high' }, event, periods);
  expect(JSON.stringify(reportSchema.parse(JSON.parse(text)))).toBe(text);
});
