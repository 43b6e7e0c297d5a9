import { expect, test } from 'vitest';

import type { PeriodKey } from '../../store/stored-values.ts';
import { DAY, MAIN, MINUTE, NOON, useBoards } from '../boards-under-test.suite.ts';

const FINAL = Date.parse('2026-11-22T00:00:00Z') + MINUTE;
let standingsRead: string[] = [];

const trial = useBoards({
  around: (store) =>
    new Proxy(store, {
      get(whole, name) {
        if (name === 'standings')
          return (period: PeriodKey) => {
            standingsRead.push(`${period.kind} ${period.start}`);
            return whole.standings(period);
          };
        if (name === 'closePeriod')
          return (...given: Parameters<typeof whole.closePeriod>) =>
            given[0].board === 'broken' ? Promise.reject(new Error('This period cannot be closed')) : whole.closePeriod(...given);
        return Reflect.get(whole, name) as unknown;
      },
    }),
});

test('a period that cannot be closed does not block the others, and is reported', async () => {
  await trial.boards.editing.make({ ...MAIN, name: 'broken' });
  await trial.boards.commits.submit(trial.boards.board('broken'), [{ id: 'a', username: 'ada', points: 5, digest: 'a' }]);
  await trial.win('ada', 5);
  trial.now = FINAL;
  await expect(trial.boards.closing.closeEnded()).rejects.toThrow('This period cannot be closed');
  expect(await trial.isClosed(NOON)).toBe(true);
});

test('events too late for a closed period do not read its final ranks, even during an import', async () => {
  await trial.win('ada', 5);
  trial.now = FINAL;
  await trial.boards.closing.closeEnded();
  await trial.boards.closing.beginImport('main', 'again.csv');
  standingsRead = [];
  const report = await trial.win('ada', 5, NOON);
  expect(report.periods[0]!.state).toBe('closed');
  expect(standingsRead.filter((period) => period.startsWith(`daily ${NOON - DAY / 2}`))).toEqual([]);
});
