import { expect, test } from 'vitest';

import type { PeriodKey } from '../../store/stored-values.ts';
import { DAY, MAIN, MINUTE, NOON, useBoards } from '../boards-under-test.suite.ts';

const FINAL = Date.parse('2026-11-22T00:00:00Z') + MINUTE;
let standingsRead: string[] = [];
/** Called once, right before a period is closed. */
let meanwhile: ((period: PeriodKey) => Promise<unknown>) | undefined;

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
          return async (...given: Parameters<typeof whole.closePeriod>) => {
            const faster = meanwhile;
            meanwhile = undefined;
            await faster?.(given[0]);
            if (given[0].board === 'broken') throw new Error('This period cannot be closed');
            return whole.closePeriod(...given);
          };
        return Reflect.get(whole, name) as unknown;
      },
    }),
});

test('a period that cannot be closed does not block others, and is reported', async () => {
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

test('a period that another process reopens, corrects and seals meanwhile does not close in its earlier order', async () => {
  await trial.win('ada', 5);
  await trial.win('bob', 1);
  const { id } = await trial.win('bob', 9);
  trial.now = FINAL;
  const about = { at: FINAL, reason: 'A test' };
  meanwhile = async (period) => {
    await trial.store.reopen(period, about);
    await trial.store.revise([{ board: 'main', id, does: 'void' }], about, () => false);
    await trial.store.seal(period);
  };
  await trial.boards.closing.closeEnded();
  expect(await trial.isClosed(NOON)).toBe(false);
  await trial.boards.closing.closeEnded();
  expect([await trial.isClosed(NOON), await trial.day(NOON)]).toEqual([true, ['ada 5', 'bob 1']]);
});
