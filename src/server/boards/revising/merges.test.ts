import { describe, expect, test } from 'vitest';

import { PERIOD_KINDS, periodContaining } from '../../../domain/calendar.ts';
import { toldActIn } from '../../audit/told-act.ts';
import { AUDIT } from '../../store/records.ts';
import { DAY, MAIN, MINUTE, NOON, takePast, useBoards } from '../boards-under-test.suite.ts';
import { closeOnce } from '../closing.ts';
import { copyId, eventsOfPlayer, MERGED_REASON, SPLIT_REASON, loggedMerge } from './moved-events.ts';

const MIDNIGHT = NOON + DAY / 2;

/** How many more store changes succeed before the process "crashes". */
let left = Infinity;

/** Called once, right before events are voided or restored. */
let meanwhile: (() => Promise<unknown>) | undefined;

/** Log lines for the operator. */
const lines: string[] = [];

/** Called once, right before a player’s events are read. */
let whileRead: (() => Promise<unknown>) | undefined;

const trial = useBoards({
  log: (text) => lines.push(text),
  around(store) {
    return new Proxy(store, {
      get(inner, name) {
        const method: unknown = Reflect.get(inner, name);
        if (!['append', 'revise', 'changeDocument', 'eventsOf'].includes(String(name))) return method;
        return async (...args: unknown[]) => {
          const faster = name === 'revise' ? meanwhile : name === 'eventsOf' ? whileRead : undefined;
          if (name === 'revise') meanwhile = undefined;
          if (name === 'eventsOf') whileRead = undefined;
          await faster?.();
          if (name !== 'eventsOf' && (left -= 1) < 0) throw new Error('The process is gone');
          return (method as (...args: unknown[]) => unknown).apply(inner, args);
        };
      },
    });
  },
});

const look = () => closeOnce(trial.boards, () => {});

/** The current ranking, overall and on that day. */
async function ranks(): Promise<readonly (readonly string[])[]> {
  const board = trial.boards.board('main');
  const pages = await Promise.all(PERIOD_KINDS.map((kind) => trial.boards.reading.page(board, kind, NOON, { after: 0 }, 50)));
  return pages.map(({ standings }) => standings.map(({ player, points }) => `${player.username} ${points}`));
}

/** Undoes the last merge. */
async function split(): Promise<void> {
  const [entry] = await trial.store.records(AUDIT, { state: 'merge-players', limit: 1 });
  await trial.boards.merges.split(await loggedMerge(trial.store, toldActIn(entry!)));
}

/** Three players; two of them are the same person. */
async function play(): Promise<void> {
  left = Infinity;
  for (let i = 1; i <= 4; i += 1) await trial.win('ada2', i, NOON - i * MINUTE);
  await trial.win('ada', 5);
  await trial.win('bob', 12);
}

test('an interrupted merge either did not begin or is complete, whatever closes afterwards', async () => {
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
    expect((await trial.store.verify()).differences).toEqual([]);
    ends.add(after.join());
    if (isDone) break;
  }
  expect(ends.size).toBe(2);
});

test('a merge has no effect on a board that another process archives right before', async () => {
  await play();
  const before = await ranks();
  meanwhile = () => trial.store.changeBoard('main', (kept) => ({ ...kept!, state: 'archived' }));
  await expect(trial.boards.merges.merge('ada2', 'ada')).rejects.toMatchObject({ code: 'conflict' });
  expect(await ranks()).toEqual(before);
});

test('undoing a merge, interrupted at any point, either did not begin or is complete', async () => {
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
    expect((await trial.store.verify()).differences).toEqual([]);
    ends.add(String(await ranks()));
    if (isDone) break;
  }
  expect(ends.size).toBe(2);
});

test('a merge skips events that another process voids right before it, and its undo skips a voided copy', async () => {
  await play();
  const voids = async (player: number) => {
    const { id } = (await trial.store.eventsOf('main', player, { limit: 9 })).find(({ points }) => points === 4)!;
    await trial.store.revise([{ board: 'main', id, does: 'void' }], { reason: 'A bot', at: NOON }, () => false);
  };
  meanwhile = () => voids(1);
  expect(await trial.boards.merges.merge('ada2', 'ada')).toBe(3);
  expect(trial.boards.work.list()).toMatchObject([{ what: 'merge', progress: { done: 3, total: 3 }, ended: { failure: undefined } }]);
  expect(await ranks()).toEqual(PERIOD_KINDS.map(() => ['bob 12', 'ada 11']));
  await split();
  expect(await ranks()).toEqual(PERIOD_KINDS.map(() => ['bob 12', 'ada2 6', 'ada 5']));
  await trial.win('ada2', 4);
  await trial.boards.merges.merge('ada2', 'ada');
  meanwhile = () => voids(2);
  await split();
  expect([await ranks(), meanwhile]).toEqual([PERIOD_KINDS.map(() => ['bob 12', 'ada2 6', 'ada 5']), undefined]);
  expect((await trial.store.verify()).differences).toEqual([]);
});

test('points can be recorded while the undo of a merge reads events', async () => {
  await play();
  await trial.boards.merges.merge('ada2', 'ada');
  whileRead = () => trial.win('ada', 1);
  await split();
  expect(await ranks()).toEqual(PERIOD_KINDS.map(() => ['bob 12', 'ada2 10', 'ada 6']));
});

test('undoing a merge does not move an event whose original another process voided right before', async () => {
  await play();
  await trial.boards.merges.merge('ada2', 'ada');
  meanwhile = () => trial.store.erasePlayer(1, (text) => text);
  await split();
  expect([await ranks(), meanwhile]).toEqual([PERIOD_KINDS.map(() => ['ada 15', 'bob 12']), undefined]);
});

test('reading continues past many voided events, until too many are not voided', async () => {
  const board = trial.boards.board('main');
  const event = (i: number) => ({ id: `many ${i}`, username: 'ada2', points: 1, digest: String(i) });
  const ids = Array.from({ length: 1500 }, (_, i) => event(i));
  await trial.boards.commits.submit(board, ids);
  const voided = ids.slice(500).map(({ id }) => ({ board: 'main', id, does: 'void' }) as const);
  await trial.store.revise(voided, { reason: 'A bot', at: NOON }, () => false);
  expect(await eventsOfPlayer(trial.store, 'main', 1, 500)).toHaveLength(1500);
});

test('results that became final before a merge do not change', async () => {
  await play();
  trial.now = MIDNIGHT + MINUTE;
  await look();
  const before = (await ranks())[0];
  await trial.boards.merges.merge('ada2', 'ada');
  const [daily, weekly] = await ranks();
  expect(daily).toEqual(before);
  expect(weekly).toEqual(['ada 15', 'bob 12']);
});

test('large merges and their undo take one commit each', { timeout: 60_000 }, async () => {
  const board = trial.boards.board('main');
  const event = (i: number) => ({ id: `many ${i}`, username: 'ada2', points: 1, digest: String(i), at: new Date(NOON - i).toISOString() });
  for (let first = 0; first < 10_000; first += 1000)
    await trial.boards.commits.submit(
      board,
      Array.from({ length: 1000 }, (_, i) => event(first + i)),
    );
  await trial.win('ada', 5);
  const position = async () => (await trial.store.positions()).get('main')!;
  const changes: string[] = [];
  trial.store.follow(({ kind }) => changes.push(kind));
  expect(await trial.boards.merges.merge('ada2', 'ada')).toBe(10_000);
  expect(await ranks()).toEqual(PERIOD_KINDS.map(() => ['ada 10005']));
  await split();
  expect(await ranks()).toEqual(PERIOD_KINDS.map(() => ['ada2 10000', 'ada 5']));
  expect(changes.filter((kind) => kind === 'revised')).toHaveLength(2);
  expect(await position()).toBeGreaterThan(0);
  expect((await trial.store.verify()).differences).toEqual([]);
});

test('an interrupted erasure is completed by the next start, and merges and renames wait for it', async () => {
  await play();
  const player = (await trial.boards.store.playerNamed('ada2'))!;
  // Only its beginning is stored.
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

test('a merge that might make a total inexact is refused without changes', async () => {
  await trial.win('ada', Number.MAX_SAFE_INTEGER - 1);
  await trial.win('ada2', 2);
  await expect(trial.boards.merges.merge('ada2', 'ada')).rejects.toMatchObject({ code: 'invalid-event' });
  expect((await ranks())[0]).toEqual([`ada ${Number.MAX_SAFE_INTEGER - 1}`, 'ada2 2']);
});

test('a merge includes events imported into a reopened month', async () => {
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

test('an event voided by a merge cannot be restored by itself', async () => {
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

test('reasons are unchanged, because stored events contain them', () => {
  expect([MERGED_REASON, SPLIT_REASON]).toEqual(['Merged into another player.', 'The merge of two players was taken back.']);
});

test('a copy voided by the undo of a merge cannot be restored by itself', async () => {
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

/** Undoes the last merge, reopens the day, merges again, and undoes that; returns the rankings after each. */
async function mergeOnceMore(): Promise<readonly (readonly (readonly string[])[])[]> {
  await split();
  await trial.boards.closing.reopen({ board: 'main', ...periodContaining('daily', NOON, MAIN.calendar) }, 'A mistake');
  const reopened = await ranks();
  await trial.boards.merges.merge('ada2', 'ada');
  const merged = await ranks();
  await split();
  return [reopened, merged, await ranks()];
}

test('a merge after an undone one moves points of a reopened day that was final for the first one', async () => {
  await play();
  const before = await ranks();
  trial.now = MIDNIGHT + MINUTE;
  await look();
  await trial.boards.merges.merge('ada2', 'ada');
  expect(await mergeOnceMore()).toEqual([before, PERIOD_KINDS.map(() => ['ada 15', 'bob 12']), before]);
});

test('a merge after an undone one counts nothing twice on a reopened day that was final for the undo', async () => {
  await play();
  const before = await ranks();
  await trial.boards.merges.merge('ada2', 'ada');
  const merged = await ranks();
  trial.now = MIDNIGHT + MINUTE;
  await look();
  const undone = [merged[0], ...before.slice(1)];
  expect(await mergeOnceMore()).toEqual([undone, merged, undone]);
});

describe('merges of an earlier version, which took many commits, are undone by the next start if unfinished', () => {
  const apart = PERIOD_KINDS.map(() => ['bob 12', 'ada2 10', 'ada 5']);
  const seqsOf = async () => (await trial.store.eventsOf('main', 1, { limit: 9 })).map(({ seq }) => seq);

  const revise = (id: string, does: 'void' | 'restore', reason: string) =>
    trial.store.revise([{ board: 'main', id, does }], { reason, at: NOON }, () => false);

  /** Stores what the first commit of a merge did; returns the entry's number. */
  async function begin(): Promise<number> {
    await play();
    const moved = { events: { main: await seqsOf() }, held: [] };
    const told = { by: { kind: 'server' }, player: 2, subject: '1' };
    await trial.store.changeRecords({
      change: () => [
        { kind: AUDIT, id: 'merge', at: NOON, state: 'merge-players', text: JSON.stringify(told) },
        { kind: 'beside-audit', id: 'merge', at: NOON, state: 'merge-players', text: JSON.stringify(moved) },
      ],
    });
    await keep({ from: 1, into: 2, startedAt: NOON });
    const [entry] = await trial.store.records(AUDIT, { state: 'merge-players', limit: 1 });
    return entry!.number;
  }

  const splits = async () => (await trial.store.records(AUDIT, { state: 'split-players', limit: 9 })).length;

  const keep = (...merges: object[]) => trial.store.changeDocument('merges', () => JSON.stringify(merges));

  /** Voids some of the events, and posts copies of some. */
  async function move(entry: number, taken: number, copied: number): Promise<void> {
    const events = (await trial.store.eventsOf('main', 1, { limit: 9 })).toReversed();
    for (const { id } of events.slice(0, taken)) await revise(id, 'void', MERGED_REASON);
    const names = { username: 'ada', displayName: undefined, avatar: undefined, keepsNames: true, digest: 'merged' };
    const copies = events
      .slice(0, copied)
      .map(({ id, points, at, receivedAt, activity }) =>
        Object.assign({ id: copyId(id, `entry ${entry}`), points, at, receivedAt, activity }, names),
      );
    await trial.store.append(
      'main',
      copies,
      () => true,
      (effects) => effects.map(() => ''),
    );
  }

  /** Starts as the next server does, after the end of the day. */
  async function start(): Promise<void> {
    trial.now = MIDNIGHT + MINUTE;
    await trial.open();
    await look();
    expect(await trial.isClosed(NOON)).toBe(true);
    expect(await trial.store.document('merges')).toBe('[]');
    expect((await trial.store.verify()).differences).toEqual([]);
  }

  test.each([
    [0, 0],
    [3, 2],
    [4, 4],
  ])('a merge that had voided %i events and copied %i', async (taken, copied) => {
    await move(await begin(), taken, copied);
    await start();
    expect(await ranks()).toEqual(apart);
    expect(await splits()).toBe(1);
    // As if interrupted before this was deleted, or if another process had also begun it.
    await keep({ from: 1, into: 2, startedAt: NOON });
    await start();
    expect([await splits(), await ranks()]).toEqual([1, apart]);
    await trial.boards.merges.merge('ada2', 'ada');
    expect((await ranks()).slice(1)).toEqual(PERIOD_KINDS.slice(1).map(() => ['ada 15', 'bob 12']));
    await split();
    expect(await ranks()).toEqual(apart);
  });

  test.each(['said', 'not said, as still earlier'])('the undo of a merge whose entry is %s', async (said) => {
    const entry = await begin();
    await move(entry, 4, 4);
    const split = { ...(said === 'said' && { entry }), moved: { events: { main: await seqsOf() }, held: [] } };
    await keep({ from: 1, into: 2, startedAt: NOON, split });
    // One counts again, and the next two count nowhere.
    const [back, next] = await trial.store.eventsOf('main', 1, { limit: 2 });
    for (const { id } of [back!, next!]) await revise(copyId(id, `entry ${entry}`), 'void', SPLIT_REASON);
    await revise(back!.id, 'restore', SPLIT_REASON);
    await start();
    expect(await ranks()).toEqual(apart);
  });

  test('the undo of a merge followed by another merge of the same players', async () => {
    const entry = await begin();
    await move(entry, 4, 4);
    const split = { entry, moved: { events: { main: await seqsOf() }, held: [] } };
    await trial.win('ada2', 6);
    await trial.boards.merges.merge('ada2', 'ada');
    await keep({ from: 1, into: 2, startedAt: NOON, split });
    await start();
    expect(await ranks()).toEqual(PERIOD_KINDS.map(() => ['bob 12', 'ada 11', 'ada2 10']));
  });

  test('except one that cannot be undone, which is logged and retried at the next start', async () => {
    await move(await begin(), 4, 2);
    const unknown = { from: 1, into: 3 };
    await keep(unknown, { from: 1, into: 2, startedAt: NOON });
    await trial.open();
    expect(await ranks()).toEqual(apart);
    expect(await trial.store.document('merges')).toBe(JSON.stringify([unknown]));
    expect(lines.splice(0)).toEqual([expect.stringContaining('no entry of the merge of player 1 into 3')]);
  });
});
