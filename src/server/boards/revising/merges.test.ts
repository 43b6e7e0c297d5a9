import { expect, test } from 'vitest';

import { PERIOD_KINDS, periodContaining } from '../../../domain/calendar.ts';
import { DAY, MAIN, MINUTE, NOON, takePast, useBoards } from '../boards-under-test.suite.ts';
import { closeOnce } from '../closing.ts';

const MIDNIGHT = NOON + DAY / 2;

/** How many more changes of the store are kept before its process is ended, as far as anybody can see. */
let left = Infinity;

const trial = useBoards({
  around(store) {
    return new Proxy(store, {
      get(inner, name) {
        const method: unknown = Reflect.get(inner, name);
        if (!['append', 'revise', 'changeDocument'].includes(String(name))) return method;
        return async (...args: unknown[]) => {
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
    const [from, into] = [1, 2];
    const moved = { events: { main: [1, 2, 3, 4] }, held: [] };
    left = kept;
    const isDone = await trial.boards.merges.again({ from, into, moved, does: 'split' }).then(
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
