import { expect, test } from 'vitest';

import { seeded } from '../../../tests/seeded.ts';
import type { ApiPreview } from '../../contract/operation/previews.ts';
import { PERIOD_KINDS, periodContaining, type PeriodKind } from '../../domain/calendar.ts';
import { prizeGroups, prizeOf } from '../../domain/highlights/prize-groups.ts';
import { dayOf } from '../answers/parts/board-days.ts';
import { DAY, MAIN, NOON, useBoards } from '../boards/boards-under-test.suite.ts';
import { parseEvent } from '../boards/points/points-intake.ts';
import { postingByHand, revisingEvent } from './events.ts';
import { mergingPlayers } from './merges.ts';
import { done, type Outlook, previewed, type PreviewedAct } from './parts/previewed.ts';
import { reopeningPeriod } from './periods.ts';
import { settingVisibility } from './players.ts';

const trial = useBoards({ graceMs: 0 });

const PRIZES = prizeGroups([
  { from: 1, prize: 'Gold' },
  { from: 2, to: 4, prize: 'A sticker' },
]);

const outlook = (): Outlook => ({ boards: trial.boards, catalogue: { prizes: () => PRIZES } });

/** The ranked players of a period of "main", first to last, with their points. */
async function ranked(kind: PeriodKind, at: number): Promise<readonly (readonly [username: string, points: number])[]> {
  const { standings } = await trial.boards.reading.page(trial.boards.board('main'), kind, at, { after: 0 }, 1000);
  return standings.map(({ player, points }) => [player.username, points]);
}

/** The expected period of a preview, from the orders before and after. */
function between(before: Awaited<ReturnType<typeof ranked>>, after: Awaited<ReturnType<typeof ranked>>) {
  const rankIn = (order: typeof before, name: string) => order.findIndex(([username]) => username === name) + 1;
  const pointsIn = (order: typeof before, name: string) => order.find(([username]) => username === name)?.[1];
  const names = [...new Set([...before, ...after].map(([username]) => username))];
  const places = names.map((name) => ({ name, was: rankIn(before, name), is: rankIn(after, name) }));
  const prize = (rank: number) => (rank === 0 ? null : prizeOf(PRIZES, rank) || null);
  return {
    moved: places.filter(({ name, was, is }) => was !== is || pointsIn(before, name) !== pointsIn(after, name)).map(({ name }) => name),
    podium: [before, after].map((order) => order.slice(0, 3).map(([name]) => name)),
    prizes: places
      .filter(({ was, is }) => prize(was) !== prize(is))
      .map(({ name, was, is }) => `${name} ${prize(was)} ${prize(is)}`)
      .toSorted(),
  };
}

/** Expects a preview to match an act's effect on a period of "main". */
function expectForetold(preview: ApiPreview, kind: PeriodKind, from: string | null, difference: ReturnType<typeof between>): void {
  const told = preview.periods.find((period) => period.kind === kind && period.from === from);
  if (difference.moved.length === 0) return expect(told).toBeUndefined();
  const { players, others, podium, prizes } = told!;
  expect(players.length + others).toBe(difference.moved.length);
  for (const { player } of players) expect(difference.moved).toContain(player.username);
  expect([podium.before, podium.after].map((lane) => lane.map(({ username }) => username))).toEqual(difference.podium);
  expect(podium.changes).toBe(difference.podium[0]!.join() !== difference.podium[1]!.join());
  expect(prizes.map(({ player, before, after }) => `${player.username} ${before} ${after}`).toSorted()).toEqual(difference.prizes);
}

async function playOn(days: readonly number[], random: () => number, players: number): Promise<void> {
  for (const day of days)
    for (let i = 0; i < players * 2; i += 1) await trial.win(`player ${Math.floor(random() * players)}`, Math.floor(random() * 6), day);
}

test('law: hiding and showing players has the previewed effect', async () => {
  const random = seeded();
  await playOn([NOON - DAY, NOON], random, 9);
  for (let round = 0; round < 25; round += 1) {
    const name = `player ${Math.floor(random() * 9)}`;
    if ((await trial.boards.players.find(name)) === undefined) continue;
    const visibility = { state: random() < 0.5 ? 'hidden' : 'shown' } as const;
    const orders = () => Promise.all(PERIOD_KINDS.map((kind) => ranked(kind, trial.now)));
    const before = await orders();
    const preview = await previewed(outlook(), settingVisibility(trial.boards, name, visibility));
    expect(await orders()).toEqual(before);
    await done(outlook(), settingVisibility(trial.boards, name, visibility), preview);
    const after = await orders();
    for (const [i, kind] of PERIOD_KINDS.entries()) {
      const { start } = periodContaining(kind, trial.now, MAIN.calendar);
      const from = Number.isFinite(start) ? dayOf(start, MAIN.calendar) : null;
      expectForetold(preview, kind, from, between(before[i]!, after[i]!));
    }
  }
});

test('law: voiding and restoring events has the previewed effect', async () => {
  const random = seeded();
  await playOn([NOON - DAY, NOON], random, 5);
  const players = Array.from({ length: await trial.store.playerCount() }, (_, i) => i + 1);
  const events = await Promise.all(players.map((player) => trial.store.eventsOf('main', player, { limit: 100 })));
  const ids = events.flat().map(({ id }) => id);
  for (const id of ids.toSorted(() => random() - 0.5)) {
    if (random() < 0.2) await trial.boards.players.setVisibility('player 1', { state: random() < 0.5 ? 'hidden' : 'shown' });
    const does = random() < 0.7 ? 'void' : 'restore';
    const asked = { event: id, does, reason: 'A test' } as const;
    const orders = () => Promise.all(PERIOD_KINDS.map((kind) => ranked(kind, trial.now)));
    const before = await orders();
    const preview = await previewed(outlook(), revisingEvent(trial.boards, 'main', asked)).catch(
      (error: unknown) => error as { readonly code: string },
    );
    if ('code' in preview) {
      expect(preview.code).toBe('conflict');
      continue;
    }
    expect(await orders()).toEqual(before);
    await done(outlook(), revisingEvent(trial.boards, 'main', asked), preview);
    const after = await orders();
    for (const [i, kind] of PERIOD_KINDS.entries()) {
      const { start } = periodContaining(kind, trial.now, MAIN.calendar);
      const from = Number.isFinite(start) ? dayOf(start, MAIN.calendar) : null;
      expectForetold(preview, kind, from, between(before[i]!, after[i]!));
    }
    await expect(done(outlook(), revisingEvent(trial.boards, 'main', asked), preview)).rejects.toMatchObject({ code: 'conflict' });
  }
});

test('law: posting points by hand has the previewed effect', async () => {
  const random = seeded();
  await playOn([NOON - DAY, NOON], random, 5);
  await trial.boards.closing.closeEnded();
  for (let round = 0; round < 40; round += 1) {
    if (random() < 0.2) await trial.boards.players.setVisibility('player 1', { state: random() < 0.5 ? 'hidden' : 'shown' });
    const at = trial.now - Math.floor(random() * 2) * DAY;
    const points = Math.floor(random() * 20) - 6;
    const event = { id: `by hand ${round}`, username: `player ${Math.floor(random() * 8)}`, points, at: new Date(at).toISOString() };
    const orders = () => Promise.all(PERIOD_KINDS.map((kind) => ranked(kind, at)));
    const before = await orders();
    const preview = await previewed(outlook(), postingByHand(trial.boards, 'main', event));
    expect(await orders()).toEqual(before);
    await done(outlook(), postingByHand(trial.boards, 'main', event), preview);
    const after = await orders();
    for (const [i, kind] of PERIOD_KINDS.entries()) {
      const { start } = periodContaining(kind, at, MAIN.calendar);
      const from = Number.isFinite(start) ? dayOf(start, MAIN.calendar) : null;
      expectForetold(preview, kind, from, between(before[i]!, after[i]!));
    }
  }
});

test('law: merging two players has the previewed effect', async () => {
  const random = seeded();
  await playOn([NOON - DAY, NOON], random, 7);
  const merging = () => ({ boards: trial.boards, readiness: async () => [], log: () => {} });
  for (let round = 0; round < 12; round += 1) {
    if (random() < 0.3) {
      const isSet = trial.boards.players.setVisibility('player 1', { state: random() < 0.5 ? 'hidden' : 'shown' });
      // A player without points, or merged into another, is unknown.
      await isSet.catch((error: unknown) => expect(error).toMatchObject({ code: 'not-found' }));
    }
    await playOn([NOON], random, 3);
    const [from, into] = [0, 1].map(() => `player ${Math.floor(random() * 7)}`) as [string, string];
    const orders = () => Promise.all(PERIOD_KINDS.map((kind) => ranked(kind, trial.now)));
    const before = await orders();
    const preview = await previewed(outlook(), mergingPlayers(merging(), from, into)).catch(
      (error: unknown) => error as { readonly code: string },
    );
    if ('code' in preview) {
      expect(['conflict', 'not-found']).toContain(preview.code);
      continue;
    }
    expect(await orders()).toEqual(before);
    await done(outlook(), mergingPlayers(merging(), from, into), preview);
    const after = await orders();
    for (const [i, kind] of PERIOD_KINDS.entries()) {
      const { start } = periodContaining(kind, trial.now, MAIN.calendar);
      const day = Number.isFinite(start) ? dayOf(start, MAIN.calendar) : null;
      expectForetold(preview, kind, day, between(before[i]!, after[i]!));
    }
  }
});

test('law: reopening a period has the previewed effect', async () => {
  const random = seeded();
  for (let day = 0; day < 6; day += 1) {
    const at = trial.now;
    await playOn([at], random, 8);
    const someone = () => `player ${Math.floor(random() * 8)}`;
    const toggle = async (state: 'hidden' | 'shown') => {
      const name = someone();
      if ((await trial.boards.players.find(name)) !== undefined) await trial.boards.players.setVisibility(name, { state });
    };
    await toggle('hidden');
    await toggle('hidden');
    trial.now += DAY;
    await trial.boards.closing.closeEnded();
    await toggle('hidden');
    await toggle('shown');
    await toggle('shown');

    const asked = { period: 'daily', date: dayOf(at, MAIN.calendar), reason: 'A test' } as const;
    // A hidden player keeps a place in final ranks, without a name.
    const closed = await trial.store.finalStandings({ board: 'main', kind: 'daily', start: at - DAY / 2 }, 1, 100);
    const before = closed!.standings.map(({ player, score }) => [player.username, score.points] as const);
    const preview = await previewed(outlook(), reopeningPeriod(trial.boards, 'main', asked));
    expect(await trial.isClosed(at)).toBe(true);
    await done(outlook(), reopeningPeriod(trial.boards, 'main', asked), preview);
    expectForetold(preview, 'daily', asked.date, between(before, await ranked('daily', at)));
  }
});

test('an act is refused if relevant results differ from the preview, naming the differences', async () => {
  for (const [name, points] of Object.entries({ ada: 9, bob: 8, cy: 7, dee: 6, eve: 5, flo: 1 })) await trial.win(name, points);
  const { since, podium, prizes } = await previewed(outlook(), settingVisibility(trial.boards, 'ada', { state: 'hidden' }));
  expect([podium, prizes]).toEqual([true, true]);
  // Low ranks change all the time.
  await trial.win('flo', 1);
  await trial.win('gus', 1);
  const hide = () => done(outlook(), settingVisibility(trial.boards, 'ada', { state: 'hidden' }), { since });
  await trial.win('dee', 100);
  await expect(hide()).rejects.toMatchObject({
    code: 'changed',
    message: expect.stringMatching(/main daily 2026-11-21; main weekly/) as string,
  });
  expect(trial.boards.players.absences.size).toBe(0);
  await trial.win('dee', -100);
  await hide();
  expect(trial.boards.players.absences.size).toBe(1);
  // The second of two operators gets an error.
  await expect(hide()).rejects.toMatchObject({ code: 'changed', message: expect.stringContaining('player "ada"') as string });
});

test('a player who reaches the podium meanwhile is noticed, even if the preview did not change it', async () => {
  for (const [name, points] of Object.entries({ ada: 9, bob: 8, cy: 7, dee: 6, eve: 5 })) await trial.win(name, points);
  const { since, podium, prizes } = await previewed(outlook(), settingVisibility(trial.boards, 'eve', { state: 'hidden' }));
  expect([podium, prizes]).toEqual([false, false]);
  await trial.win('eve', 50);
  await expect(done(outlook(), settingVisibility(trial.boards, 'eve', { state: 'hidden' }), { since })).rejects.toMatchObject({
    code: 'changed',
  });
});

test('an act with effects on very many periods compares the last ones, too', async () => {
  const names = Array.from({ length: 16 }, (_, i) => `z${i + 10}`);
  const win = async (name: string, username: string, points: number) => {
    const event = parseEvent({ id: `${name} ${username}`, username, points }, trial.now);
    await trial.boards.commits.submit(trial.boards.board(name), [event]);
  };
  for (const name of names) {
    await trial.boards.editing.make({ ...MAIN, name });
    await win(name, 'ada', 9);
  }
  const hiding = () => settingVisibility(trial.boards, 'ada', { state: 'hidden' });
  const { since, periods } = await previewed(outlook(), hiding());
  expect(periods).toHaveLength(64);
  await win('z25', 'bob', 1);
  await expect(done(outlook(), hiding(), { since })).rejects.toMatchObject({
    code: 'changed',
    message: expect.stringContaining('further results') as string,
  });
});

test.each<[string, () => Pick<PreviewedAct<unknown>, 'imagine' | 'carryOut'>]>([
  ['hiding', () => settingVisibility(trial.boards, 'ada', { state: 'hidden' })],
  ['voiding', () => revisingEvent(trial.boards, 'main', { event: 'first', does: 'void', reason: 'A test' })],
  ['merging', () => mergingPlayers({ boards: trial.boards, readiness: async () => [], log: () => {} }, 'ada', 'bob')],
  ['posting', () => postingByHand(trial.boards, 'main', { id: 'more', username: 'ada', points: 1 })],
])('changes by another process right before the act are noticed: %s', async (_, act) => {
  await trial.send({ id: 'first', username: 'ada', points: 9 });
  for (const [name, points] of Object.entries({ bob: 8, cy: 7 })) await trial.win(name, points);
  const condition = await previewed(outlook(), act());
  let looks = 0;
  const catalogue: Outlook['catalogue'] = {
    prizes: (__, kind) => {
      // Between the last check and the commit, without this process's queue.
      if (kind === 'all-time' && (looks += 1) === 1) void trial.store.changeDocument('other', () => 'changed');
      return PRIZES;
    },
  };
  await done({ boards: trial.boards, catalogue }, act(), condition);
  expect(looks).toBe(2);
  expect(await ranked('daily', NOON)).not.toContainEqual(['ada', 9]);
});

test('removing a hidden player changes no rank, and an unknown name or an invalid "since" is rejected', async () => {
  await trial.win('ada', 9);
  await trial.boards.players.setVisibility('ada', { state: 'hidden' });
  expect(await previewed(outlook(), settingVisibility(trial.boards, 'ADA', { state: 'removed', reason: 'A bot' }))).toMatchObject({
    periods: [],
    podium: false,
  });
  await expect(previewed(outlook(), settingVisibility(trial.boards, 'bob', { state: 'hidden' }))).rejects.toMatchObject({
    code: 'not-found',
  });
  await expect(done(outlook(), settingVisibility(trial.boards, 'ada', { state: 'shown' }), { since: 'x' })).rejects.toMatchObject({
    code: 'bad-request',
  });
  const tomorrow = { period: 'daily', date: '2026-11-22', reason: 'A test' } as const;
  await expect(previewed(outlook(), reopeningPeriod(trial.boards, 'main', tomorrow))).rejects.toMatchObject({ code: 'conflict' });
});
