import { hash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { PERIOD_KINDS, periodContaining } from '../../../domain/calendar.ts';
import { toldActIn } from '../../audit/told-act.ts';
import { AUDIT } from '../../store/records.ts';
import { DAY, MAIN, MINUTE, NOON, takePast, useBoards } from '../boards-under-test.suite.ts';
import { closeOnce } from '../closing.ts';
import { copyOf, MERGED_REASON, SPLIT_REASON, toldMerge } from './moved-events.ts';

const MIDNIGHT = NOON + DAY / 2;

/** How many more changes of the store are kept before its process is ended, as far as anybody can see. */
let left = Infinity;

/** Called once, right before an event is voided or restored. */
let meanwhile: ((id: string) => Promise<unknown>) | undefined;

const trial = useBoards({
  around(store) {
    return new Proxy(store, {
      get(inner, name) {
        const method: unknown = Reflect.get(inner, name);
        if (!['append', 'revise', 'changeDocument'].includes(String(name))) return method;
        return async (...args: unknown[]) => {
          const faster = name === 'revise' ? meanwhile : undefined;
          if (faster !== undefined) meanwhile = undefined;
          await faster?.(String(args[1]));
          if ((left -= 1) < 0) throw new Error('The process is gone');
          return (method as (...args: unknown[]) => unknown).apply(inner, args);
        };
      },
    });
  },
});

const look = () => closeOnce(trial.boards, () => {});

/** Who is ranked now, on the whole and on that day. */
async function ranks(): Promise<readonly (readonly string[])[]> {
  const board = trial.boards.board('main');
  const pages = await Promise.all(PERIOD_KINDS.map((kind) => trial.boards.reading.page(board, kind, NOON, { after: 0 }, 50)));
  return pages.map(({ standings }) => standings.map(({ player, points }) => `${player.username} ${points}`));
}

/** Undoes the last merge. */
async function split(): Promise<void> {
  const [entry] = await trial.store.records(AUDIT, { state: 'merge-players', limit: 1 });
  await trial.boards.merges.split(await toldMerge(trial.store, toldActIn(entry!)));
}

/** Three players, of whom two are one. */
async function play(): Promise<void> {
  left = Infinity;
  for (let i = 1; i <= 4; i += 1) await trial.win('ada2', i, NOON - i * MINUTE);
  await trial.win('ada', 5);
  await trial.win('bob', 12);
}

test('a merge that is cut off anywhere did not begin, or is ended by the next start, whatever closes meanwhile', async () => {
  const ends = new Set<string>();
  for (let kept = 0; ; kept += 1) {
    await trial.boards.commits.settled();
    await trial.renew();
    await play();
    const before = await ranks();
    left = kept;
    const isDone = await trial.boards.merges.merge('ada2', 'ada').then(
      () => true,
      () => false,
    );
    left = Infinity;
    // The next start is after the end of the day.
    trial.now = MIDNIGHT + MINUTE;
    await trial.open();
    await look();
    expect(await trial.isClosed(NOON)).toBe(true);
    const after = await ranks();
    const merged = ['ada 15', 'bob 12'];
    const hasBegun = kept > 0;
    expect([kept, ...after]).toEqual([kept, ...(hasBegun ? PERIOD_KINDS.map(() => merged) : before)]);
    expect(trial.boards.merges.areUnderWay).toBe(false);
    expect((await trial.store.verify()).differences).toEqual([]);
    ends.add(after.join());
    if (isDone) break;
  }
  expect(ends.size).toBe(2);
});

test('taking a merge back that is cut off anywhere did not begin, or is ended by the next start', async () => {
  const ends = new Set<string>();
  for (let kept = 0; ; kept += 1) {
    await trial.boards.commits.settled();
    await trial.renew();
    await play();
    const before = await ranks();
    await trial.boards.merges.merge('ada2', 'ada');
    const merged = await ranks();
    left = kept;
    const isDone = await split().then(
      () => true,
      () => false,
    );
    left = Infinity;
    await trial.open();
    await look();
    expect([kept, ...(await ranks())]).toEqual([kept, ...(kept > 0 ? before : merged)]);
    expect(trial.boards.merges.areUnderWay).toBe(false);
    expect((await trial.store.verify()).differences).toEqual([]);
    ends.add(String(await ranks()));
    if (isDone) break;
  }
  expect(ends.size).toBe(2);
});

test.each(['merge', 'undo'])('of a %s nothing is lost that another process had taken out before it was gone', async (work) => {
  await play();
  const before = await ranks();
  const takeOut = (reason: string) => (id: string) => trial.store.revise('main', id, { does: 'void', reason, at: NOON }, () => false);
  if (work === 'merge') meanwhile = takeOut(MERGED_REASON);
  await trial.boards.merges.merge('ada2', 'ada');
  expect(await ranks()).toEqual(PERIOD_KINDS.map(() => ['ada 15', 'bob 12']));
  if (work === 'undo') meanwhile = takeOut(SPLIT_REASON);
  await split();
  expect([await ranks(), meanwhile]).toEqual([before, undefined]);
});

test('what became final before a merge began stays, however late the merge ends', async () => {
  await play();
  trial.now = MIDNIGHT + MINUTE;
  await look();
  const before = (await ranks())[0];
  left = 3;
  await expect(trial.boards.merges.merge('ada2', 'ada')).rejects.toThrow('gone');
  left = Infinity;
  await trial.open();
  await look();
  const [daily, weekly] = await ranks();
  expect(daily).toEqual(before);
  expect(weekly).toEqual(['ada 15', 'bob 12']);
});

test('whoever is to be forgotten while a merge waits is merged first, and a board is not archived', async () => {
  await play();
  left = 3;
  await expect(trial.boards.merges.merge('ada2', 'ada')).rejects.toThrow('gone');
  left = Infinity;
  await trial.open();
  await trial.boards.editing.make({ ...trial.boards.board('main'), name: 'other' });
  await expect(trial.boards.editing.change('other', { state: 'archived' })).rejects.toMatchObject({ code: 'conflict' });
  await trial.boards.identities.erase('ada2');
  expect((await ranks())[0]).toEqual(['ada 15', 'bob 12']);
  await trial.boards.editing.change('other', { state: 'archived' });
});

test('an erasure that is cut off is ended by the next start, and nobody is merged or renamed meanwhile', async () => {
  await play();
  const player = (await trial.boards.store.playerNamed('ada2'))!;
  // It began, and nothing else of it is kept.
  left = 1;
  await expect(trial.boards.identities.erase('ada2')).rejects.toThrow('gone');
  left = Infinity;
  await trial.open();
  await expect(trial.boards.merges.merge('bob', 'ada')).rejects.toMatchObject({ code: 'conflict' });
  await expect(trial.boards.identities.rename('ada2', { username: 'eve' })).rejects.toMatchObject({ code: 'conflict' });
  await look();
  expect(await trial.boards.store.players([player.number])).toMatchObject([{ displayName: 'Erased player' }]);
  await trial.boards.merges.merge('bob', 'ada');
  expect((await ranks())[0]).toEqual(['ada 17', ` erased ${player.number} 10`]);
});

test('a merge that might make a total inexact is refused, and nothing is changed', async () => {
  await trial.win('ada', Number.MAX_SAFE_INTEGER - 1);
  await trial.win('ada2', 2);
  await expect(trial.boards.merges.merge('ada2', 'ada')).rejects.toMatchObject({ code: 'invalid-event' });
  expect((await ranks())[0]).toEqual([`ada ${Number.MAX_SAFE_INTEGER - 1}`, 'ada2 2']);
});

test('a merge takes along what was imported into a month that is open again', async () => {
  left = Infinity;
  const october = NOON - 35 * DAY;
  await takePast(trial.boards);
  await trial.win('ada2', 17, october);
  await trial.win('bob', 3, october);
  for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
  await look();
  const month = periodContaining('monthly', october, MAIN.calendar);
  await trial.boards.closing.reopen({ board: 'main', ...month }, 'Two were one');
  await trial.win('ada', 1);
  await trial.boards.merges.merge('ada2', 'ada');
  const { standings } = await trial.boards.reading.page(trial.boards.board('main'), 'monthly', october, { after: 0 }, 50);
  expect(standings.map(({ player, points }) => `${player.username} ${points}`)).toEqual(['ada 17', 'bob 3']);
});

test('an event that a merge voided is not restored by itself', async () => {
  await play();
  const before = await ranks();
  await trial.boards.merges.merge('ada2', 'ada');
  const [event] = await trial.store.eventsOf('main', 1, { limit: 1 });
  const board = trial.boards.board('main');
  const refused = { code: 'conflict', message: expect.stringContaining('voided by a merge') as string };
  await expect(trial.boards.revisions.imagine(board, event!.id, 'restore', 'By hand')).rejects.toMatchObject(refused);
  await expect(trial.boards.revisions.revise(board, event!.id, 'restore', 'By hand')).rejects.toMatchObject(refused);
  await trial.boards.merges.merge('ada', 'bob');
  expect((await ranks())[0]).toEqual(['bob 27']);
  expect(before[0]).toEqual(['bob 12', 'ada2 10', 'ada 5']);
});

test('a copy that the undo of a merge voided is not restored by itself', async () => {
  await play();
  const before = await ranks();
  await trial.boards.merges.merge('ada2', 'ada');
  await split();
  const [copy] = await trial.store.eventsOf('main', 2, { limit: 1 });
  expect(copy!.voided).toMatchObject({ reason: SPLIT_REASON });
  const board = trial.boards.board('main');
  const refused = { code: 'conflict', message: expect.stringContaining('voided by a merge') as string };
  await expect(trial.boards.revisions.imagine(board, copy!.id, 'restore', 'By hand')).rejects.toMatchObject(refused);
  await expect(trial.boards.revisions.revise(board, copy!.id, 'restore', 'By hand')).rejects.toMatchObject(refused);
  expect(await ranks()).toEqual(before);
});

/** Undoes the last merge, opens the day again, merges once more, and undoes that: who is ranked after each of these. */
async function mergeOnceMore(): Promise<readonly (readonly (readonly string[])[])[]> {
  await split();
  await trial.boards.closing.reopen({ board: 'main', ...periodContaining('daily', NOON, MAIN.calendar) }, 'A mistake');
  const reopened = await ranks();
  await trial.boards.merges.merge('ada2', 'ada');
  const merged = await ranks();
  await split();
  return [reopened, merged, await ranks()];
}

test('a merge after an undone one moves points of a day that was final for the first one and is open again', async () => {
  await play();
  const before = await ranks();
  trial.now = MIDNIGHT + MINUTE;
  await look();
  await trial.boards.merges.merge('ada2', 'ada');
  expect(await mergeOnceMore()).toEqual([before, PERIOD_KINDS.map(() => ['ada 15', 'bob 12']), before]);
});

test('a merge after an undone one counts nothing twice on a day that was final for the undo and is open again', async () => {
  await play();
  const before = await ranks();
  await trial.boards.merges.merge('ada2', 'ada');
  const merged = await ranks();
  trial.now = MIDNIGHT + MINUTE;
  await look();
  const undone = [merged[0], ...before.slice(1)];
  expect(await mergeOnceMore()).toEqual([undone, merged, undone]);
});

describe('what the version before left of a merge', () => {
  /** The first commit of it, which is as it was. */
  async function begin(): Promise<void> {
    await play();
    left = 1;
    await expect(trial.boards.merges.merge('ada2', 'ada')).rejects.toThrow('gone');
    left = Infinity;
  }

  const revise = (id: string, does: 'void' | 'restore', reason: string) =>
    trial.boards.revisions.revise(trial.boards.board('main'), id, does, reason, { merging: true });

  const copyId = (id: string) => ` merged ${hash('sha256', id).slice(0, 32)}`;

  /** Takes some of the events out, and then posts the copies of some. */
  async function move(taken: number, copied: number): Promise<void> {
    const [source, target] = await trial.store.players([1, 2]);
    const events = (await trial.store.eventsOf('main', source!.number, { limit: 9 })).toReversed();
    for (const { id } of events.slice(0, taken)) await revise(id, 'void', MERGED_REASON);
    const copies = events
      .slice(0, copied)
      .map((event) => Object.assign(copyOf({ ...event, countsFor: PERIOD_KINDS }, target!, 0), { id: copyId(event.id) }));
    await trial.boards.commits.submit(trial.boards.board('main'), copies);
  }

  const merged = PERIOD_KINDS.map(() => ['ada 15', 'bob 12']);
  const apart = PERIOD_KINDS.map(() => ['bob 12', 'ada2 10', 'ada 5']);

  /** As the next start does. */
  async function start(): Promise<void> {
    await trial.open();
    await look();
    expect(trial.boards.merges.areUnderWay).toBe(false);
    expect((await trial.store.verify()).differences).toEqual([]);
  }

  test('is ended, undone, and done once more', async () => {
    await begin();
    await move(3, 2);
    await start();
    expect(await ranks()).toEqual(merged);
    await split();
    expect(await ranks()).toEqual(apart);
    await trial.boards.merges.merge('ada2', 'ada');
    expect(await ranks()).toEqual(merged);
    await split();
    expect(await ranks()).toEqual(apart);
  });

  test.each(['split', 'merge'])('is undone where it was to do again: %s', async (does) => {
    await begin();
    await move(4, 4);
    const [entry] = await trial.store.records(AUDIT, { state: 'merge-players', limit: 1 });
    const { moved } = await toldMerge(trial.store, toldActIn(entry!));
    const kept = [{ from: 1, into: 2, startedAt: NOON, again: { does, moved } }];
    await trial.store.changeDocument('merges', () => JSON.stringify(kept));
    // One is back, of the next both count nowhere.
    const [back, next] = await trial.store.eventsOf('main', 1, { limit: 2 });
    for (const { id } of [back!, next!]) await revise(copyId(id), 'void', SPLIT_REASON);
    await revise(back!.id, 'restore', SPLIT_REASON);
    await start();
    expect(await ranks()).toEqual(apart);
  });
});
