import fc from 'fast-check';
import { expect, test } from 'vitest';

import { closePast } from '../boards/boards-under-test.suite.ts';
import { DAY, NOON, useTrialApi } from '../api/trial-api.suite.ts';

const trial = useTrialApi();
const { post, read, send, tokens } = trial;

const highlights = (query: { period?: 'daily' | 'weekly' | 'all-time'; at?: string } = {}, board = 'main') =>
  read('highlights', { board, query });
const day = (ago: number) => new Date(NOON - ago * DAY).toISOString().slice(0, 10);

/** Points from some days ago, each player's later than the previous player's. */
function won(ago: number, points: Readonly<Record<string, number>>, board = '') {
  return Object.entries(points).map(([username, each], i) => ({
    id: `event-${board}-${ago}-${username}`,
    username,
    points: each,
    at: new Date(NOON - ago * DAY + i * 1000 - DAY / 4).toISOString(),
  }));
}

/** The names of a day in order, computed from its points alone. */
function order(points: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(points)
    .toSorted(([, a], [, b]) => b - a)
    .map(([name]) => name);
}

const names = Array.from({ length: 12 }, (_, i) => `player-${i}`);
const scores = fc
  .tuple(fc.shuffledSubarray(names), fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 12, maxLength: 12 }))
  .map(([players, points]) => Object.fromEntries(players.map((name, i) => [name, points[i]!])));

test('law: movers, fight and winners follow from the points of two days', async () => {
  let boards = 0;
  await fc.assert(
    fc.asyncProperty(scores, scores, async (yesterday, today) => {
      const name = `board-${(boards += 1)}`;
      await trial.boards.editing.make({ ...trial.boards.board('main'), name });
      const { hold } = await trial.boards.imports.begin(name, 'the past');
      const events = [...won(1, yesterday, name), ...won(0, today, name)];
      if (events.length > 0) await send('submitPoints', { query: { board: name }, body: { events } });
      await trial.boards.imports.end(hold.id);
      await trial.boards.closing.closeEnded();

      const [before, now] = [order(yesterday), order(today)];
      const moved = now.flatMap((player, rank) => (before.includes(player) ? [[player, before.indexOf(player) - rank] as const] : []));
      const { movers, fight, winners } = await highlights({}, name);
      const told = (all: typeof movers.climbs) => all.map(({ player, change }) => [player.id, change.places]);
      const climbs = moved.filter(([, places]) => places > 0).toSorted(([, a], [, b]) => b - a);
      expect(told(movers.climbs)).toEqual(climbs.slice(0, 3));
      const falls = moved.filter(([, places]) => places < 0).toSorted(([, a], [, b]) => a - b);
      expect(told(movers.falls)).toEqual(falls.slice(0, 2).map(([player, places]) => [player, -places]));

      const first = now.slice(0, 10).map((player) => today[player]!);
      const gaps = first.slice(1).map((points, i) => first[i]! - points);
      expect(fight?.gap ?? Infinity).toBe(Math.min(...gaps));
      if (fight !== null)
        expect(fight.ahead).toMatchObject({ rank: gaps.indexOf(fight.gap) + 1, player: { id: now[gaps.indexOf(fight.gap)] } });

      expect(winners.map(({ player, points }) => [player.id, points])).toEqual(
        before.slice(0, 1).map((player) => [player, yesterday[player]]),
      );
    }),
    { numRuns: 40 },
  );
});

test('climbs are listed within the top hundred, and falls of players who were in it', async () => {
  const many = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`p${i}`, 1000 - i]));
  await post({ events: won(1, many).slice(0, 100) });
  await post({ events: won(1, many).slice(100) });
  // The last player leads today and the first is last. p120 climbs two places to 119, too far down to be listed.
  const today = { p149: 9000, ...Object.fromEntries(Object.entries(many).filter(([name]) => name !== 'p0' && name !== 'p149')), p0: 1 };
  await post({ events: won(0, today).slice(0, 100) });
  await post({ events: won(0, today).slice(100) });
  const { climbs, falls, among } = (await highlights()).movers;
  expect(among).toBe(100);
  expect(climbs.map(({ player, rank, change }) => [player.id, rank, change.earlierRank])).toEqual([['p149', 1, 150]]);
  expect(falls.map(({ player, rank, change }) => [player.id, rank, change.earlierRank])).toEqual([['p0', 150, 1]]);
});

test('a past period has its own movers and fight, and the winners before it', async () => {
  await post({ events: [...won(3, { ann: 5, bob: 4 }), ...won(2, { bob: 9, ann: 8 }), ...won(0, { cy: 3 })] });
  await closePast(trial.boards);
  expect(await highlights({ at: day(2) })).toMatchObject({
    movers: { climbs: [{ player: { id: 'bob' } }], falls: [{ player: { id: 'ann' } }] },
    fight: { ahead: { player: { id: 'bob' } }, behind: { player: { id: 'ann' } }, gap: 1 },
    winners: [{ day: day(3), player: { id: 'ann' }, points: 5 }],
  });
  expect((await highlights()).winners.map(({ player }) => player.id)).toEqual(['bob', 'ann']);
});

test('all time has no movers, and the winners of the last months', async () => {
  await post({ events: [...won(40, { ann: 5 }), ...won(0, { bob: 9, ann: 8 })] });
  await closePast(trial.boards);
  const { movers, winners } = await highlights({ period: 'all-time' });
  expect(movers).toMatchObject({ climbs: [], falls: [] });
  expect(winners).toMatchObject([{ period: { kind: 'monthly' }, player: { id: 'ann' } }]);
});

test('hidden players are not named', async () => {
  await post({ events: [...won(1, { ann: 9, bob: 8, cy: 7 }), ...won(0, { bob: 9, ann: 8, cy: 1 })] });
  await closePast(trial.boards);
  await trial.boards.players.setVisibility('ann', { state: 'hidden' });
  const told = await highlights();
  expect(JSON.stringify(told.movers) + JSON.stringify(told.fight)).not.toMatch(/ann|Hidden/);
  expect(told.fight).toMatchObject({ ahead: { player: { id: 'bob' } }, behind: { player: { id: 'cy' } } });
});

test('lists the first three ways to earn points, in the order of the catalogue', async () => {
  expect((await highlights()).ways).toEqual([]);
  const activity = { description: 'So.', difficulty: 'Easy', timeRequired: '1 min' };
  const activities = [30, 10, 20, 40].map((points) => Object.assign({ id: `a${points}`, title: `For ${points}`, points }, activity));
  await send('replaceCatalogue', { body: { activities } }, tokens.owner);
  expect((await highlights()).ways.map(({ points }) => points)).toEqual([30, 10, 20]);
});
