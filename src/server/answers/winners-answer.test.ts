import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { type Addressed, targetOf } from '../../contract/endpoint.ts';
import type { HallOfFame } from '../../contract/page-answers.ts';
import { ENDING_KINDS, type EndingKind } from '../../domain/calendar.ts';
import { DAY, useTrialApi } from '../api/trial-api.suite.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

/** Monday 2 March 2026, noon in UTC. All events of these tests happen within 60 days from then. */
const FIRST = Date.parse('2026-03-02T12:00:00Z');

interface Won {
  readonly username: string;
  readonly points: number;
  /** Days after the first one. */
  readonly day: number;
}

/** The first day of the period that contains a moment, computed independently in UTC. */
function firstDay(kind: EndingKind, at: number): string {
  const date = new Date(at);
  if (kind === 'weekly') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (kind === 'monthly') date.setUTCDate(1);
  return date.toISOString().slice(0, 10);
}

/** The first day and winner of all periods with a winner, oldest first. */
function winsOf(kind: EndingKind, events: readonly Won[]): readonly (readonly [day: string, winner: string])[] {
  return expected(kind, events)
    .map((line) => [line.slice(0, 10), /: (\w+) /.exec(line)![1]!] as const)
    .toReversed();
}

/** Wins per player, most first; ties go to the player who got there first. */
function counted(wins: readonly (readonly [day: string, winner: string])[]): readonly string[] {
  const counts = new Map<string, { wins: number; last: string }>();
  for (const [day, winner] of wins) counts.set(winner, { wins: (counts.get(winner)?.wins ?? 0) + 1, last: day });
  return [...counts]
    .toSorted(([, a], [, b]) => b.wins - a.wins || (a.last < b.last ? -1 : 1))
    .map(([winner, count]) => `${winner} ${count.wins}`);
}

/** Expected podiums, newest first, computed from the events alone. */
function expected(kind: EndingKind, events: readonly Won[]): readonly string[] {
  const periods = new Map<string, Map<string, number>>();
  for (const { username, points, day } of events) {
    const first = firstDay(kind, FIRST + day * DAY);
    const totals = periods.get(first) ?? new Map<string, number>();
    periods.set(first, totals);
    totals.set(username, (totals.get(username) ?? 0) + points);
  }
  return [...periods]
    .toSorted(([a], [b]) => (a < b ? 1 : -1))
    .map(([first, totals]) => {
      const podium = [...totals].toSorted(([, a], [, b]) => b - a).slice(0, 3);
      return `${first} of ${totals.size}: ${podium.map(([name, points]) => `${name} ${points}`).join(', ')}`;
    });
}

describe.each([
  ['in memory', () => openMemoryStore()],
  ['in SQLite', (folder: string) => openSqliteStore(folder)],
])('winners %s', (_, openStore) => {
  const trial = useTrialApi({ openStore });
  const { boards, ask, problemOf, read, send } = { ...trial, boards: () => trial.boards };

  const winners = (board: string, query: Addressed<typeof ENDPOINTS.winners>['query'] = {}) => read('winners', { board, query });

  /** Creates a board with only these events, all in closed periods. */
  async function played(board: string, events: readonly Won[]): Promise<void> {
    await boards().editing.make({ ...boards().board('main'), name: board, calendar: { timeZone: 'UTC', weekStart: 1 } });
    const { hold } = await boards().imports.begin(board, 'the past');
    const body = {
      events: events.map(({ username, points, day }, i) => ({
        id: `${board} ${i}`,
        username,
        points,
        at: new Date(FIRST + day * DAY).toISOString(),
      })),
    };
    expect((await send('submitPoints', { query: { board }, body })).status).toBe(200);
    await boards().imports.end(hold.id);
    await boards().closing.closeEnded();
  }

  async function told(board: string, period: EndingKind, limit: number): Promise<readonly string[]> {
    const found: string[] = [];
    let before: string | undefined;
    do {
      const answer = await winners(board, { period, limit, before });
      expect(answer.winners.length).toBeLessThanOrEqual(limit);
      for (const { day, period: its, total, places } of answer.winners) {
        expect(its).toMatchObject({ kind: period, closed: true, start: `${day}T00:00:00.000Z` });
        expect(places.map(({ rank }) => rank)).toEqual(places.map((__, i) => i + 1));
        found.push(`${day} of ${total}: ${places.map(({ player, points }) => `${player.name} ${points}`).join(', ')}`);
      }
      before = answer.next ?? undefined;
    } while (before !== undefined);
    return found;
  }

  async function hallAgrees(board: string, events: readonly Won[]): Promise<void> {
    const names = (champions: HallOfFame['most']['ever']) => champions.map(({ player, wins }) => `${player.id} ${wins}`);
    for (const kind of ENDING_KINDS) {
      const all = winsOf(kind, events);
      const stretch = (day: string) => day.slice(0, kind === 'daily' ? 7 : 4);
      const firsts = (length: number, of: typeof all) => of.filter(([day], i) => of[i - 1]?.[0].slice(0, length) !== day.slice(0, length));
      for (const at of [undefined, '2026-03-31', '2026-04-15', '2026-08-01', '2024-02-29']) {
        const hall = await read('hallOfFame', { board, query: { period: kind, at } });
        const shown = stretch(at ?? all.at(-1)![0]);
        const here = all.filter(([day]) => stretch(day) === shown);
        expect(hall).toMatchObject({ kind, today: '2026-11-21', from: `${shown}-01-01`.slice(0, 10) });
        expect(hall.winners.map(({ day, places: [first] }) => [day, first!.player.id])).toEqual(here.toReversed());
        expect(hall.earlier).toBe(all.findLast(([day]) => stretch(day) < shown)?.[0] ?? null);
        expect(hall.later).toBe(all.find(([day]) => stretch(day) > shown)?.[0] ?? null);
        expect(hall.years).toEqual(firsts(4, all).map(([day]) => day));
        const ofYear = kind === 'daily' ? all.filter(([day]) => day.slice(0, 4) === shown.slice(0, 4)) : [];
        expect(hall.months).toEqual(firsts(7, ofYear).map(([day]) => day));
        expect({ ...hall.most, here: names(hall.most.here), ever: names(hall.most.ever) }).toEqual({
          here: counted(here),
          ever: counted(all),
          won: all.length,
        });
      }
    }
  }

  test('are listed in pages, newest first, as the events add up', async () => {
    const won = fc.record({ username: fc.constantFrom('ada', 'bob', 'cy', 'dee'), day: fc.integer({ min: 0, max: 60 }) });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(won, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 7 }), async (wins, limit) => {
        const board = `run-${(runs += 1)}`;
        // Powers of two avoid ties, so the tie rule need not be repeated here.
        const events = wins.map((one, i): Won => ({ ...one, points: 2 ** i }));
        await played(board, events);
        for (const kind of ENDING_KINDS) expect(await told(board, kind, limit)).toEqual(expected(kind, events));
        await hallAgrees(board, events);
      }),
      { numRuns: 15 },
    );
  });

  test('are those of the last ten days by default', async () => {
    await played(
      'long',
      Array.from({ length: 12 }, (__, day) => ({ username: 'ada', points: 1, day })),
    );
    const { board, winners: found, next } = await winners('long');
    expect([board.name, found.length, found[0]!.day, next]).toEqual(['long', 10, '2026-03-13', '2026-03-04']);
  });

  test('do not include periods that are running or reopened', async () => {
    await played('now', [{ username: 'ada', points: 5, day: 0 }]);
    await send('submitPoints', { query: { board: 'now' }, body: { id: 'today', username: 'bob', points: 9 } });
    const days = async () => (await winners('now')).winners.map(({ day }) => day);
    const ever = async () =>
      (await read('hallOfFame', { board: 'now', query: {} })).most.ever.map(({ player, wins }) => `${player.id} ${wins}`);
    expect([await days(), await ever()]).toEqual([['2026-03-02'], ['ada 1']]);
    await boards().closing.reopen({ board: 'now', kind: 'daily', start: Date.parse('2026-03-02') }, 'The clock was wrong');
    expect([await days(), await ever()]).toEqual([[], []]);
    trial.now += DAY;
    await boards().closing.closeEnded();
    expect(await days()).toEqual(['2026-11-21', '2026-03-02']);
    expect(await ever()).toEqual(['ada 1', 'bob 1']);
  });

  test('keep their rank without a name if hidden', async () => {
    await played('hide', [
      { username: 'ada', points: 5, day: 0 },
      { username: 'bob', points: 4, day: 0 },
    ]);
    await boards().players.setVisibility('ada', { state: 'hidden' });
    expect((await winners('hide', { period: 'monthly' })).winners[0]!.places).toEqual([
      { rank: 1, points: 5, player: { id: ' 1', name: 'Hidden player', avatar: '' } },
      { rank: 2, points: 4, player: { id: 'bob', name: 'bob', avatar: '' } },
    ]);
    expect((await read('hallOfFame', { board: 'hide' })).most).toEqual({ here: [], ever: [], won: 1 });
  });

  test('reject invalid queries', async () => {
    const target = targetOf(ENDPOINTS.winners, { board: 'main' });
    const fields = async (query: string) => {
      const { status, errors = [] } = await problemOf(ask(`${target}?${query}`));
      return [status, ...errors.map(({ field }) => field)];
    };
    expect(await fields('period=all-time')).toEqual([400, 'period']);
    expect(await fields('period=Daily')).toEqual([400, 'period']);
    for (const before of ['', '2026', '2026-02-30', '2026-03-01T12:00Z', '0000-01-01', '12026-01-01', '-001-01-01'])
      expect([before, ...(await fields(`before=${before}`))]).toEqual([before, 400, 'before']);
    for (const limit of ['', '0', '101', '-1', '1.5', '1e1', '9'.repeat(30)])
      expect([limit, ...(await fields(`limit=${limit}`))]).toEqual([limit, 400, 'limit']);
    expect(await fields('limit=1&limit=2')).toEqual([400, 'limit']);
    expect(await fields('at=2026-03-01')).toEqual([400, 'at']);
    expect((await problemOf(ask(targetOf(ENDPOINTS.winners, { board: 'nowhere' })))).status).toBe(404);
    // A day that the board's zone skipped.
    await boards().editing.make({ ...boards().board('main'), name: 'samoa', calendar: { timeZone: 'Pacific/Apia', weekStart: 1 } });
    expect(await problemOf(ask(`${targetOf(ENDPOINTS.winners, { board: 'samoa' })}?before=2011-12-30`))).toMatchObject({
      status: 400,
      errors: [{ field: 'before' }],
    });
  });

  test('have a hall of fame for every month that has begun, and no other', async () => {
    const target = targetOf(ENDPOINTS.hallOfFame, { board: 'main' });
    const empty = { winners: [], earlier: null, later: null, years: [], months: [], most: { here: [], ever: [], won: 0 } };
    expect(await read('hallOfFame', { board: 'main' })).toMatchObject({ ...empty, from: '2026-11-01' });
    // In Berlin, it is already the first of the month.
    const moment = '2026-10-31T23:30Z';
    expect(await read('hallOfFame', { board: 'main', query: { at: moment } })).toMatchObject({ ...empty, from: '2026-11-01' });
    const fields = async (query: string) => {
      const { status, errors = [] } = await problemOf(ask(`${target}?${query}`));
      return [status, ...errors.map(({ field }) => field)];
    };
    expect(await fields('at=2026-12-01')).toEqual([404, 'at']);
    expect(await fields('at=soon')).toEqual([400, 'at']);
    expect(await fields('period=all-time')).toEqual([400, 'period']);
    expect(await fields('limit=3')).toEqual([400, 'limit']);
    expect((await problemOf(ask(targetOf(ENDPOINTS.hallOfFame, { board: 'nowhere' })))).status).toBe(404);
    for (const at of ['0001-01-01', '1969-12-31']) expect((await read('hallOfFame', { board: 'main', query: { at } })).winners).toEqual([]);
  });

  test('get 304 if they are unchanged', async () => {
    const target = targetOf(ENDPOINTS.winners, { board: 'main' });
    const etag = (await ask(target)).headers.get('etag')!;
    expect((await ask(target, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});
