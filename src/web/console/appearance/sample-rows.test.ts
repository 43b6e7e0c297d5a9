import { expect, test } from 'vitest';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { podiumOf } from '../../../domain/podium.ts';
import { rowsShown } from './sample-rows.ts';

const board = { direction: 'low' } as LiveBoardView['board'];
const page = { page: 1, pages: 1, first: 0, total: 0 };

test('sample players fill the board, in its order, while nobody plays', () => {
  const { podium, rows, isSample } = rowsShown({ board, podium: podiumOf([]) as LiveBoardView['podium'], rows: { ...page, items: [] } });
  expect(isSample).toBe(true);
  expect(podium.every(({ holder }) => holder.kind === 'taken')).toBe(true);
  const points = rows.map((row) => row.points);
  expect(points).toEqual(points.toSorted((a, b) => a - b));
  expect(rows[0]!.rank).toBe(4);
});

test('real players replace the sample as soon as there is one', () => {
  const real = rowsShown({
    board,
    podium: podiumOf(
      rowsShown({ board, podium: podiumOf([]) as LiveBoardView['podium'], rows: { ...page, items: [] } }).rows.slice(0, 1),
    ) as LiveBoardView['podium'],
    rows: { ...page, items: [] },
  });
  expect(real).toMatchObject({ isSample: false, rows: [] });
});
