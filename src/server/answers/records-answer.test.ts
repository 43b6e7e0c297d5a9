import fc from 'fast-check';
import { expect, test } from 'vitest';

import { closePast, DAY, MAIN, NOON, takePast, useBoards } from '../boards/boards-under-test.suite.ts';
import { parseEvent } from '../boards/points/points-intake.ts';
import { recordsAnswer } from './records-answer.ts';

const trial = useBoards({ graceMs: 0 });

let ids = 0;

async function win(username: string, points: number, daysAgo: number, board = 'main'): Promise<void> {
  ids += 1;
  const at = new Date(trial.now - daysAgo * DAY).toISOString();
  await trial.boards.commits.submit(trial.boards.board(board), [parseEvent({ id: `won ${ids}`, username, points, at }, trial.now)]);
}

/** A board's records by kind, with names in place of players. */
async function records(board = 'main'): Promise<Record<string, object>> {
  const answer = await recordsAnswer(trial.boards, board);
  const named = answer.records.map((record) => {
    const { kind, ...told } = record;
    const entries = Object.entries(told).map(([key, value]) => [key, typeof value === 'object' ? value.name : value] as const);
    return ['period' in record ? `${kind} ${record.period}` : kind, Object.fromEntries(entries)] as const;
  });
  return Object.fromEntries(named);
}

test('lists the records of closed periods', async () => {
  await takePast(trial.boards);
  // Today is Saturday 21 November; nobody played on the 14th and 17th.
  await win('ada', 10, 8);
  await win('bob', 9, 8);
  await win('bob', 30, 6);
  await win('ada', 2, 6);
  await win('cy', 1, 6);
  await win('cy', 12, 5);
  await win('bob', 11, 5);
  await win('ada', 1, 5);
  await win('bob', 8, 3);
  await win('ada', 7, 3);
  await win('bob', 6, 2);
  await win('ada', 9, 1);
  await win('bob', 100, 0);
  await closePast(trial.boards);
  expect(await records()).toEqual({
    'finish daily': { period: 'daily', day: '2026-11-13', first: 'ada', second: 'bob', gap: 1 },
    'climb daily': { period: 'daily', player: 'cy', day: '2026-11-16', rank: 1, since: '2026-11-15', before: 3 },
    'total daily': { period: 'daily', player: 'bob', points: 30, day: '2026-11-15' },
    'total weekly': { period: 'weekly', player: 'bob', points: 39, day: '2026-11-09' },
    'wins daily': { period: 'daily', player: 'bob', wins: 3, periods: 6 },
    'row daily': { period: 'daily', player: 'bob', wins: 2, from: '2026-11-18', until: '2026-11-19' },
    streak: { player: 'bob', days: 5, from: '2026-11-13', until: '2026-11-19' },
  });
});

test('a finished month is not listed if a later week has more points', async () => {
  await takePast(trial.boards);
  await win('ada', 10, 25);
  await win('ada', 10, 24);
  await win('bob', 15, 8);
  await win('bob', 16, 7);
  await closePast(trial.boards);
  const found = await records();
  expect(found['total daily']).toMatchObject({ player: 'bob', points: 16 });
  expect(found['total weekly']).toMatchObject({ player: 'bob', points: 31 });
  expect(found['total monthly']).toBeUndefined();
});

test('records follow closings, reopenings, voided events and visibility', async () => {
  await takePast(trial.boards);
  await win('ada', 10, 2);
  await win('bob', 30, 1);
  await win('ada', 12, 1);
  await closePast(trial.boards);
  const best = async () => (await records())['total daily'];
  expect(await best()).toMatchObject({ player: 'bob', points: 30 });
  expect((await records())['streak']).toMatchObject({ player: 'ada', days: 2 });
  await trial.boards.players.setVisibility('bob', { state: 'hidden' });
  // No other player moves up to a hidden player's place.
  expect(await best()).toMatchObject({ player: 'ada', points: 10 });
  await trial.boards.players.setVisibility('bob', { state: 'shown' });
  expect(await best()).toMatchObject({ player: 'bob', points: 30 });

  for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
  await trial.boards.closing.reopen({ board: 'main', kind: 'daily', start: NOON - DAY - DAY / 2 }, 'A mistake');
  expect(await best()).toMatchObject({ player: 'ada', points: 10 });
  expect((await records())['streak']).toBeUndefined();
  const all = await trial.store.eventsOf('main', 2, { limit: 1 });
  await trial.boards.revisions.revise(trial.boards.board('main'), all[0]!.id, 'void', 'Sent twice');
  trial.now += DAY;
  await trial.boards.closing.closeEnded(() => {});
  expect(await best()).toMatchObject({ player: 'ada', points: 12 });
  expect((await records())['streak']).toMatchObject({ player: 'ada', days: 2 });
  await takePast(trial.boards);
  await win('ada', 40, 1);
  await closePast(trial.boards);
  expect(await best()).toMatchObject({ points: 40 });
  expect((await records())['streak']).toMatchObject({ player: 'ada', days: 3 });
});

test('a board where low comes first has the lowest points as best, and one without closed periods has no records', async () => {
  await trial.boards.editing.make({ ...MAIN, name: 'golf', direction: 'low', scoring: 'best' });
  expect(await records('golf')).toEqual({});
  await takePast(trial.boards);
  await win('ada', 70, 2, 'golf');
  await win('bob', 68, 1, 'golf');
  await win('ada', 71, 1, 'golf');
  await closePast(trial.boards);
  expect(await records('golf')).toMatchObject({
    'total daily': { player: 'bob', points: 68 },
    'finish daily': { first: 'bob', second: 'ada', gap: 3 },
    streak: { player: 'ada', days: 2 },
  });
  await expect(recordsAnswer(trial.boards, 'nowhere')).rejects.toThrow('There is no board "nowhere"');
});

test('law: wins, streaks and best days follow from the events', async () => {
  let board = 0;
  const names = ['ada', 'bob', 'cy'];
  const event = fc.record({
    player: fc.constantFrom(...names),
    points: fc.integer({ min: 1, max: 9 }),
    daysAgo: fc.integer({ min: 1, max: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 40 }), async (events) => {
      board += 1;
      const name = `board-${board}`;
      await trial.boards.editing.make({ ...MAIN, name });
      await takePast(trial.boards);
      for (const { player, points, daysAgo } of events) await win(player, points, daysAgo, name);
      await closePast(trial.boards);
      const joined = (await trial.store.players(Array.from({ length: await trial.store.playerCount() }, (_, i) => i + 1))).map(
        ({ username }) => username,
      );
      // Everything happens at noon, so the first to join wins ties.
      const days = [...new Set(events.map(({ daysAgo }) => daysAgo))].toSorted((a, b) => b - a);
      const orders = days.map((day) =>
        joined
          .map((player) => ({ player, own: events.filter((each) => each.daysAgo === day && each.player === player) }))
          .filter(({ own }) => own.length > 0)
          .map(({ player, own }) => ({ player, points: own.reduce((sum, { points }) => sum + points, 0) }))
          .toSorted((a, b) => b.points - a.points),
      );
      const wins = names.map((player) => orders.filter(([first]) => first!.player === player).length);
      const streaks = names.flatMap((player) =>
        orders
          .map((order) => (order.some((each) => each.player === player) ? 'x' : ' '))
          .join('')
          .split(' '),
      );
      const gaps = orders.flatMap(([first, second]) => (second === undefined ? [] : [first!.points - second.points]));
      const found = await records(name);
      const told = (kind: string, key: string) => (found[kind] as Record<string, unknown> | undefined)?.[key];
      const ifMany = (count: number) => (count < 2 ? undefined : count);
      expect(told('total daily', 'points')).toBe(Math.max(...orders.map(([first]) => first!.points)));
      expect(told('wins daily', 'wins')).toBe(ifMany(Math.max(...wins)));
      expect(told('streak', 'days')).toBe(ifMany(Math.max(...streaks.map(({ length }) => length))));
      const close = days.length >= 3 || found['finish weekly'] === undefined ? told('finish daily', 'gap') : undefined;
      if (close !== undefined) expect(close).toBe(Math.min(...gaps));
    }),
    { numRuns: 30 },
  );
});
