import { expect, test } from 'vitest';

import { DAY, MINUTE, useBoards } from '../boards/boards-under-test.suite.ts';
import { unsettledAnswer } from './settlement.ts';

const MIDNIGHT = Date.parse('2026-11-22T00:00:00Z');

const trial = useBoards();

test('a period that is not final is listed with what it waits for, from its end until it closes', async () => {
  const catalogue = trial.boards.catalogue;
  await catalogue.replace({ activities: [], tournaments: [], achievements: [], prizes: [{ period: 'daily', from: 1, prize: 'Cup' }] });
  await trial.boards.reviews.setReviewMs('main', 60 * MINUTE);
  await trial.win('ada', 5);
  const look = async () => {
    await trial.boards.closing.closeEnded();
    const { periods } = await unsettledAnswer(trial.boards, catalogue, 'main', trial.now);
    return periods.map(({ period: { kind }, from, waitsFor, finalAt }) => `${kind} ${from} ${waitsFor} ${finalAt}`);
  };
  const GOES_ON = ['weekly 2026-11-16 end 2026-11-23T00:01:00.000Z', 'monthly 2026-11-01 end 2026-12-01T00:01:00.000Z'];
  const AFTER_REVIEW = '2026-11-22T01:01:00.000Z';
  expect(await look()).toEqual([`daily 2026-11-21 end ${AFTER_REVIEW}`, ...GOES_ON]);
  trial.now = MIDNIGHT;
  expect((await look())[0]).toBe(`daily 2026-11-21 late-points ${AFTER_REVIEW}`);
  trial.now = MIDNIGHT + MINUTE;
  expect((await look())[0]).toBe(`daily 2026-11-21 review ${AFTER_REVIEW}`);
  trial.now = MIDNIGHT + 61 * MINUTE;
  const { periods } = await unsettledAnswer(trial.boards, catalogue, 'main', trial.now);
  expect(periods[0]).toMatchObject({ waitsFor: 'closing', prizes: [{ from: 1, to: 1, prize: 'Cup' }] });
  expect(await look()).toEqual([`daily 2026-11-22 end 2026-11-23T01:01:00.000Z`, ...GOES_ON]);
});

test('an import holds open periods that ended before it began', async () => {
  const catalogue = trial.boards.catalogue;
  await trial.win('ada', 5);
  trial.now = MIDNIGHT;
  const { hold } = await trial.boards.closing.beginImport('main', 'late.csv');
  trial.now = MIDNIGHT + DAY / 2;
  const first = async () => (await unsettledAnswer(trial.boards, catalogue, 'main', trial.now)).periods[0]!;
  expect(await first()).toMatchObject({ from: '2026-11-21', waitsFor: 'import', prizes: [] });
  await trial.boards.imports.end(hold.id);
  expect((await first()).waitsFor).toBe('closing');
});
