import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { DAY, MAIN, NOON, useBoards } from '../boards-under-test.suite.ts';
import { parseEvent } from '../points-intake.ts';
import { milestoneMoments } from './milestones.ts';

const trial = useBoards({ graceMs: Infinity });

interface Won {
  readonly username: string;
  readonly points: number;
  readonly at: number;
}

/** Who stands where of all time at a moment, folded from the events alone: points, then who reached them first, then who joined first. */
function ranked(events: readonly Won[], moment: number): readonly { readonly username: string; readonly points: number }[] {
  const joined = [...new Set(events.map(({ username }) => username))];
  const totals = joined.flatMap((username) => {
    const own = events.filter((event) => event.username === username && event.at <= moment);
    const moved = own.filter(({ points }) => points !== 0);
    const reachedAt = moved.length > 0 ? Math.max(...moved.map(({ at }) => at)) : Math.min(...own.map(({ at }) => at));
    return own.length === 0 ? [] : [{ username, points: own.reduce((sum, { points }) => sum + points, 0), reachedAt }];
  });
  return totals.toSorted(
    (a, b) => b.points - a.points || a.reachedAt - b.reachedAt || joined.indexOf(a.username) - joined.indexOf(b.username),
  );
}

let board = 0;

async function career(username: string) {
  const { player } = (await trial.boards.players.find(username))!;
  const { placesOf } = await trial.boards.milestones.of(trial.boards.board('main'));
  return placesOf(player.number);
}

let ids = 0;

async function win(name: string, username: string, points: number, at: number): Promise<void> {
  ids += 1;
  const event = parseEvent({ id: `won ${ids}`, username, points, at: new Date(at).toISOString() }, trial.now);
  const [result] = await trial.boards.commits.submit(trial.boards.board(name), [event]);
  expect(result!.kind).toBe('report');
}

test('law: the places of each player are those that the events until then add up to', async () => {
  const event = fc.record({
    username: fc.constantFrom('ada', 'bob', 'cy', 'dan', 'eve'),
    points: fc.integer({ min: -3, max: 9 }),
    at: fc.integer({ min: 0, max: 11 * 24 }).map((hours) => NOON - 12 * DAY + hours * 3_600_000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 40 }), async (drawn) => {
      board += 1;
      const name = `board-${board}`;
      // Players of their own, so that they join in the order of these events.
      const events = drawn.map(({ username, points, at }) => ({ username: `${username} ${board}`, points, at }));
      await trial.boards.editing.make({ ...MAIN, name });
      for (const { username, points, at } of events) await win(name, username, points, at);
      const { step, moments, leaders, placesOf } = await trial.boards.milestones.of(trial.boards.board(name));
      expect(step).toBe('daily');
      const orders = moments.map((moment) => ranked(events, moment));
      expect(moments.at(-1)).toBe(NOON - DAY / 2 - 1);
      for (const username of new Set(events.map((each) => each.username))) {
        const { player } = (await trial.boards.players.find(username))!;
        const expected = orders.flatMap((order, i) => {
          const at = order.findIndex((each) => each.username === username);
          return at === -1 ? [] : [{ moment: moments[i], rank: at + 1, total: order.length, points: order[at]!.points }];
        });
        expect(placesOf(player.number)).toEqual(expected);
        expect(leaders.map((leader) => leader === player.number)).toEqual(orders.map((order) => order[0]?.username === username));
      }
    }),
    { numRuns: 30 },
  );
});

describe('what changes the past', () => {
  test('a late event, a revision and a hidden player change it at once', async () => {
    await trial.win('ada', 5, NOON - 2 * DAY);
    await trial.win('bob', 9, NOON - 2 * DAY);
    const ranks = async (username: string) => (await career(username)).map(({ rank, points }) => [rank, points]);
    expect(await ranks('ada')).toEqual([
      [2, 5],
      [2, 5],
    ]);
    await trial.win('ada', 10, NOON - DAY);
    expect(await ranks('ada')).toEqual([
      [2, 5],
      [1, 15],
    ]);
    trial.now += DAY;
    expect(await ranks('ada')).toEqual([
      [2, 5],
      [1, 15],
      [1, 15],
    ]);
    await trial.boards.revisions.revise(trial.boards.board('main'), 'event 3', 'void', 'A mistake');
    expect(await ranks('ada')).toEqual([
      [2, 5],
      [2, 5],
      [2, 5],
    ]);
    await trial.boards.players.setVisibility('bob', { state: 'hidden' });
    expect(await ranks('ada')).toEqual([
      [1, 5],
      [1, 5],
      [1, 5],
    ]);
  });

  test('before there is anything there is nothing', async () => {
    const { moments, leaders } = await trial.boards.milestones.of(trial.boards.board('main'));
    expect([moments, leaders]).toEqual([[], []]);
  });
});

describe('milestones are as close as they can be told apart', () => {
  const steps = (first: string, most = 240) => {
    const { step, moments } = milestoneMoments(MAIN, Date.parse(first), NOON, most);
    return [step, moments.length, new Date(moments[0]!).toISOString(), new Date(moments.at(-1)!).toISOString()];
  };

  test('days, weeks, months, years', () => {
    expect(steps('2026-11-01T10:00Z')).toEqual(['daily', 20, '2026-11-01T23:59:59.999Z', '2026-11-20T23:59:59.999Z']);
    expect(steps('2025-11-01T10:00Z')).toEqual(['weekly', 55, '2025-11-02T23:59:59.999Z', '2026-11-15T23:59:59.999Z']);
    expect(steps('2010-03-14T10:00Z')).toEqual(['monthly', 200, '2010-03-31T23:59:59.999Z', '2026-10-31T23:59:59.999Z']);
    expect(steps('1970-01-01T10:00Z')).toEqual(['yearly', 56, '1970-12-31T23:59:59.999Z', '2025-12-31T23:59:59.999Z']);
  });

  test('fewer of a large board, at last the newest years, and none where not even these have room', () => {
    expect(steps('2010-03-14T10:00Z', 40)).toEqual(['yearly', 16, '2010-12-31T23:59:59.999Z', '2025-12-31T23:59:59.999Z']);
    expect(steps('2010-03-14T10:00Z', 4)).toEqual(['yearly', 4, '2022-12-31T23:59:59.999Z', '2025-12-31T23:59:59.999Z']);
    expect(milestoneMoments(MAIN, Date.parse('2010-03-14T10:00Z'), NOON, 0).moments).toEqual([]);
  });
});
