import { expect, test } from 'vitest';

import type { Submitted } from './points-recorder.ts';
import { DAY, NOON, useBoards } from '../boards-under-test.suite.ts';
import { LiveBoards } from '../live-boards.ts';

const PLAYERS = Array.from({ length: 12 }, (_, i) => `player ${i}`);

/** Called once, right before events are recorded. */
let meanwhile: (() => Promise<unknown>) | undefined;

const trial = useBoards({
  around: (store) =>
    new Proxy(store, {
      get(whole, name) {
        if (name !== 'append') return Reflect.get(whole, name) as unknown;
        return async (...given: Parameters<typeof whole.append>) => {
          const faster = meanwhile;
          meanwhile = undefined;
          await faster?.();
          return whole.append(...given);
        };
      },
    }),
});

function reportIn(result: Submitted): string {
  return result.kind === 'report' ? result.report : expect.fail('refused');
}

test('ranks in reports match those on pages', async () => {
  for (let i = 0; i < 60; i += 1) {
    const report = await trial.win(PLAYERS[(i * 7) % 12]!, (i * 13) % 10, NOON - i);
    for (const { kind, rank, points, next } of report.periods) {
      const { standings } = await trial.boards.reading.page(trial.boards.board('main'), kind, NOON, { after: 0 }, 20);
      const mine = standings.find(({ player }) => player.username === report.player.username)!;
      expect([mine.rank, mine.points]).toEqual([rank, points]);
      const above = standings.find((other) => other.rank === mine.rank - 1);
      expect(next).toEqual(above === undefined ? null : { rank: above.rank, points: above.points - mine.points + 1 });
    }
  }
});

test('each event of a shared commit gets the rank after the events before it', async () => {
  await trial.win('ada', 5);
  const reports = await Promise.all([trial.win('bob', 7), trial.win('ada', 3), trial.win('cleo', 7), trial.win('bob', 1)]);
  const daily = reports.map(({ player, periods }) => `${player.username} ${periods[0]!.points} is ${periods[0]!.rank}`);
  // Bob reached eight after Ada.
  expect(daily).toEqual(['bob 7 is 1', 'ada 8 is 1', 'cleo 7 is 3', 'bob 8 is 2']);
  expect(await trial.day(NOON)).toEqual(['ada 8', 'bob 8', 'cleo 7']);
});

test('a refused event is not ranked', async () => {
  await trial.win('player 0', 5);
  expect(await trial.send({ username: 'player 0', points: Number.MAX_SAFE_INTEGER })).toMatchObject({ kind: 'refused' });
  expect(await trial.day(NOON)).toEqual(['player 0 5']);
});

test('a retry gets the same answer byte for byte, whatever has happened since', async () => {
  const event = { id: 'x', username: 'Player 0', points: 5, displayName: 'Zoë "Z"', avatar: '🦊', at: new Date(NOON).toISOString() };
  await trial.win('player 1', 9);
  const first = reportIn(await trial.send(event));
  expect(JSON.parse(first)).toMatchObject({ player: { username: 'Player 0', displayName: 'Zoë "Z"', avatar: '🦊' } });
  await trial.send({ ...event, id: 'y', points: 50, displayName: 'Another', avatar: '🐙' });
  trial.now = NOON + DAY;
  await trial.boards.closing.closeEnded(() => {});
  expect(await trial.isClosed(NOON)).toBe(true);
  expect(reportIn(await trial.send(event))).toBe(first);
  trial.now = NOON + 40 * DAY;
  await trial.open();
  expect(reportIn(await trial.send(event))).toBe(first);
});

test('a hidden player gets the usual report, and fewer points are no improvement', async () => {
  await trial.win('player 1', 50);
  await trial.win('player 2', 40);
  await trial.boards.players.setVisibility('player 1', { state: 'hidden' });
  const daily = (await trial.win('player 1', -30)).periods.find(({ kind }) => kind === 'daily');
  expect(daily).toMatchObject({ points: 20, rank: 2, change: { points: -30, ranks: -1 }, improved: false });
  expect(await trial.day(NOON)).toEqual(['player 2 40']);
});

test('the rank is correct for an event on a day that another process closes, reopens and corrects right before', async () => {
  await trial.win('ada', 5);
  const { id } = await trial.win('bob', 9);
  // With a clock that is ahead.
  const other = await LiveBoards.open(trial.store, { clock: () => NOON + DAY, graceMs: 0 });
  meanwhile = async () => {
    await other.closing.closeEnded();
    await other.closing.reopen({ board: 'main', kind: 'daily', start: NOON - DAY / 2 }, 'A test');
    await other.revisions.revise(other.board('main'), id, 'void', 'A test');
  };
  expect((await trial.win('cleo', 7)).periods[0]).toMatchObject({ state: 'counted', rank: 1 });
  expect(await trial.day(NOON)).toEqual(['cleo 7', 'ada 5']);
});

test('a limit includes events that another process records right before', async () => {
  await trial.boards.limits.replace(trial.boards.board('main'), { event: null, hour: null, day: 10, history: null });
  await trial.win('ada', 1);
  const other = await LiveBoards.open(trial.store, { clock: () => NOON, graceMs: 0 });
  meanwhile = () => other.commits.submit(other.board('main'), [{ id: 'other', username: 'ada', points: 6, digest: 'other' }]);
  expect(await trial.send({ username: 'ada', points: 6 })).toMatchObject({ kind: 'held' });
  expect(await trial.day(NOON)).toEqual(['ada 7']);
});
