import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { ENDPOINTS } from '../../contract/api.ts';
import { type Addressed, targetOf } from '../../contract/endpoint.ts';
import { ENDING_KINDS, type EndingKind } from '../../domain/calendar.ts';
import { DAY, useTrialApi } from '../api/trial-api.suite.ts';
import { openMemoryStore } from '../store/memory/memory-store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';

/** Monday 2 March 2026, noon in UTC: every event of these tests is from here on, within 60 days. */
const FIRST = Date.parse('2026-03-02T12:00:00Z');

interface Won {
  readonly username: string;
  readonly points: number;
  /** Days after the first one. */
  readonly day: number;
}

/** The first day of the period that a moment belongs to, by the calendar of UTC and nothing of ours. */
function firstDay(kind: EndingKind, at: number): string {
  const date = new Date(at);
  if (kind === 'weekly') date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  if (kind === 'monthly') date.setUTCDate(1);
  return date.toISOString().slice(0, 10);
}

/** Who won what, newest first, told from the events alone. */
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

  /** Makes a board on which these events, and nothing else, happened; all of it is over and closed. */
  async function played(board: string, events: readonly Won[]): Promise<void> {
    await boards().makeBoard({ ...boards().board('main'), name: board, calendar: { timeZone: 'UTC', weekStart: 1 } });
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

  test('are told page by page, newest first, as the events add up', async () => {
    const won = fc.record({ username: fc.constantFrom('ada', 'bob', 'cy', 'dee'), day: fc.integer({ min: 0, max: 60 }) });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(won, { minLength: 1, maxLength: 30 }), fc.integer({ min: 1, max: 7 }), async (wins, limit) => {
        const board = `run-${(runs += 1)}`;
        // Powers of two: no two players are level, so the rule for ties needs no second telling.
        const events = wins.map((one, i): Won => ({ ...one, points: 2 ** i }));
        await played(board, events);
        for (const kind of ENDING_KINDS) expect(await told(board, kind, limit)).toEqual(expected(kind, events));
      }),
      { numRuns: 15 },
    );
  });

  test('are the last ten days where nothing else is asked', async () => {
    await played(
      'long',
      Array.from({ length: 12 }, (__, day) => ({ username: 'ada', points: 1, day })),
    );
    const { board, winners: found, next } = await winners('long');
    expect([board.name, found.length, found[0]!.day, next]).toEqual(['long', 10, '2026-03-13', '2026-03-04']);
  });

  test('are none of a period that goes on or was opened again', async () => {
    await played('now', [{ username: 'ada', points: 5, day: 0 }]);
    await send('submitPoints', { query: { board: 'now' }, body: { id: 'today', username: 'bob', points: 9 } });
    const days = async () => (await winners('now')).winners.map(({ day }) => day);
    expect(await days()).toEqual(['2026-03-02']);
    await boards().closing.reopen({ board: 'now', kind: 'daily', start: Date.parse('2026-03-02') }, 'The clock was wrong');
    expect(await days()).toEqual([]);
    trial.now += DAY;
    await boards().closing.closeEnded();
    expect(await days()).toEqual(['2026-11-21', '2026-03-02']);
  });

  test('who are hidden keep the rank, without a name', async () => {
    await played('hide', [
      { username: 'ada', points: 5, day: 0 },
      { username: 'bob', points: 4, day: 0 },
    ]);
    await boards().players.setVisibility('ada', { state: 'hidden' });
    expect((await winners('hide', { period: 'monthly' })).winners[0]!.places).toEqual([
      { rank: 1, points: 5, player: { id: ' 1', name: 'Hidden player', avatar: '' } },
      { rank: 2, points: 4, player: { id: 'bob', name: 'bob', avatar: '' } },
    ]);
  });

  test('are not asked for in any other way', async () => {
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
    await boards().makeBoard({ ...boards().board('main'), name: 'samoa', calendar: { timeZone: 'Pacific/Apia', weekStart: 1 } });
    expect(await problemOf(ask(`${targetOf(ENDPOINTS.winners, { board: 'samoa' })}?before=2011-12-30`))).toMatchObject({
      status: 400,
      errors: [{ field: 'before' }],
    });
  });

  test('are sent once to who has them', async () => {
    const target = targetOf(ENDPOINTS.winners, { board: 'main' });
    const etag = (await ask(target)).headers.get('etag')!;
    expect((await ask(target, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});
