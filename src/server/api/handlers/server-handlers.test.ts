import { describe, expect, test, vi } from 'vitest';

import { ENDPOINTS } from '../../../contract/api.ts';
import { type Answer, targetOf } from '../../../contract/endpoint.ts';
import { parseLiveSettings } from '../../operation/live-settings.ts';
import { Problem } from '../../http/problem.ts';
import { NOON, useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

/** Reads as a viewer, and parses the answer by the contract. */
async function viewed<Id extends 'overview' | 'settings' | 'work'>(id: Id): Promise<Answer<(typeof ENDPOINTS)[Id]>> {
  const { status, text, body } = await trial.ask(ENDPOINTS[id].path, { headers: { authorization: `Bearer ${trial.tokens.viewer}` } });
  expect(`${status} ${status === 200 ? '' : text}`).toBe('200 ');
  return ENDPOINTS[id].answers[200].schema.parse(body) as Answer<(typeof ENDPOINTS)[Id]>;
}

test('all settings are listed in groups, and a secret only as set', async () => {
  const { told } = parseLiveSettings({ LAURELS_API_KEY: 'a-key-of-twenty-two-or-more', LAURELS_GRACE: '5' });
  trial.open({ settings: told });
  const { groups } = await viewed('settings');
  const all = groups.flatMap(({ settings }) => settings);
  expect(all.map(({ name }) => name)).toEqual(told.map(({ name }) => name));
  expect(all.find(({ name }) => name === 'LAURELS_GRACE')).toMatchObject({ state: 'set', value: '5' });
  expect(all.find(({ name }) => name === 'LAURELS_API_KEY')).toMatchObject({ state: 'set', value: 'set' });
  expect(groups.find(({ name }) => name === 'boards')).toMatchObject({ title: 'Boards and periods' });
});

describe('long-running work', () => {
  /** Two players, the first with this many events. */
  async function playing(events: number): Promise<void> {
    await trial.post({ events: Array.from({ length: events }, (_, i) => ({ id: `a${i}`, username: 'ada', points: 1 })) });
    await trial.post({ id: 'b', username: 'bob', points: 1 });
  }

  const merge = () => trial.send('mergePlayers', { username: 'ada', body: { into: 'bob' } }, trial.tokens.operator);

  /** All work except imports, which keep past days open for the tests. */
  const work = async () => (await viewed('work')).work.filter(({ what }) => what !== 'import');

  test('includes a merge for ten minutes, with the number of events it moved', async () => {
    await playing(150);
    expect((await merge()).body).toEqual({ events: 150 });
    const done = { what: 'merge', players: [{ username: 'ada' }, { username: 'bob' }], by: { name: 'operator' }, done: 150, total: 150 };
    expect(await work()).toMatchObject([{ ...done, state: 'done', failure: null }]);
    trial.now += 10 * 60_000;
    expect(await work()).toEqual([]);
  });

  test('includes the failure of a merge', async () => {
    await playing(3);
    vi.spyOn(trial.boards.revisions, 'together').mockRejectedValue(new Error('The disk is gone'));
    expect((await merge()).status).toBe(500);
    const failed = { what: 'merge', state: 'failed', done: 0, total: 3, failure: 'Something went wrong. See the log for details.' };
    expect(await work()).toMatchObject([failed]);
  });

  test('does not name an erased player', async () => {
    await playing(1);
    await trial.ask(targetOf(ENDPOINTS.erasePlayer, { username: 'ada' }), {
      method: 'DELETE',
      headers: { authorization: `Bearer ${trial.tokens.owner}` },
    });
    const told = await work();
    expect(told).toMatchObject([{ what: 'erasure', state: 'done', by: { name: 'owner' }, players: [{ displayName: 'Erased player' }] }]);
    expect(JSON.stringify(told)).not.toContain('ada');
  });

  test('includes an import while it is running', async () => {
    const { hold } = await trial.boards.closing.beginImport('main', 'season.csv');
    const importing = async () => (await viewed('work')).work.filter(({ subject }) => subject === 'season.csv');
    expect(await importing()).toMatchObject([{ what: 'import', board: 'main', state: 'under-way', done: null }]);
    await trial.boards.imports.end(hold.id);
    expect(await importing()).toEqual([]);
  });
});

describe('the overview', () => {
  test('counts events, keys, closings and reviews, and reads the data once a second', async () => {
    await trial.boards.editing.make({ ...trial.boards.board('main'), name: 'cups', title: 'Cups' });
    await trial.send(
      'replaceCatalogue',
      { body: { prizes: [{ board: 'cups', period: 'daily', from: 1, prize: 'Cup' }] } },
      trial.tokens.owner,
    );
    await trial.boards.reviews.setReviewMs('cups', 3_600_000);
    for (const { id } of trial.boards.imports.list()) await trial.boards.imports.end(id);
    trial.now += 1000;
    await trial.post({ events: [1, 2, 3].map((i) => ({ id: `e${i}`, username: 'ada', points: i })) });
    await trial.send('submitPoints', { query: { board: 'cups' }, body: { id: 'c', username: 'ada', points: 1 } });
    const first = await viewed('overview');
    expect(first).toMatchObject({
      at: '2026-11-21T12:00:01.000Z',
      events: { minutes: [4], since: new Date(NOON).toISOString() },
      held: 0,
      payoutsDue: 0,
      reviews: [],
      disk: null,
      backups: { schedule: null, newestAt: null, trouble: expect.stringContaining('LAURELS_BACKUP_FOLDER') as string },
      canStore: true,
      troubles: [],
    });
    expect(first.keys[0]).toMatchObject({ name: 'write', role: 'write', lastEventAt: '2026-11-21T12:00:01.000Z', events: 4 });
    expect(first.keys.find(({ name }) => name === 'read')).toMatchObject({ lastEventAt: null });
    const cups = { name: 'cups', title: 'Cups' };
    const day = { kinds: ['daily'], endsAt: '2026-11-21T23:00:00.000Z', finalAt: '2026-11-22T00:00:00.000Z' };
    expect(first.endings.slice(0, 2)).toEqual([
      { ...day, boards: 2, boardsWithPrizes: 1, board: cups },
      expect.objectContaining({ kinds: ['weekly'], endsAt: '2026-11-22T23:00:00.000Z', boards: 2, boardsWithPrizes: 0 }),
    ]);
    const counted = { events: 4, players: 1, refused: 0 };
    const { hours, days, boards } = first.activity;
    expect([hours.length, hours.at(-1)]).toEqual([24, { start: '2026-11-21T12:00:00.000Z', ...counted }]);
    expect([days.length, days.at(-1)]).toEqual([30, { day: '2026-11-21', ...counted }]);
    expect(boards).toEqual([
      { name: 'main', title: 'Leaderboard', events: 3 },
      { ...cups, events: 1 },
    ]);
    expect(first.setup).toEqual(['logo', 'backup']);
    await trial.post({ id: 'e4', username: 'ada', points: 1 });
    expect(await viewed('overview')).toEqual(first);
    trial.now += 1000;
    expect((await viewed('overview')).events).toMatchObject({ perSecond: 0.5, minutes: [5] });

    trial.now = Date.parse('2026-11-21T23:00:00Z');
    await trial.boards.closing.closeEnded();
    const later = await viewed('overview');
    expect(later.reviews).toMatchObject([{ board: 'cups', from: '2026-11-21', finalAt: '2026-11-22T00:00:00.000Z', hasPrizes: true }]);
    expect(later.endings).not.toContainEqual(expect.objectContaining({ endsAt: '2026-11-21T23:00:00.000Z' }));
    trial.now += 3_600_000;
    await trial.boards.closing.closeEnded();
    // The next run ends the review.
    trial.now += 1000;
    await trial.boards.closing.closeEnded();
    expect(await viewed('overview')).toMatchObject({ reviews: [], payoutsDue: 1 });
  });

  test('includes points on hold, webhooks, processes, disk space and troubles', async () => {
    await trial.boards.limits.replace(trial.boards.board('main'), { event: 4, hour: null, day: null, history: null });
    await trial.post({ id: 'much', username: 'ada', points: 5 });
    const settings = { url: 'https://play.example/x', form: 'standard', events: ['period.closed'], boards: null, periods: null } as const;
    await trial.boards.webhooks.add('results', { ...settings, events: [...settings.events] });
    await trial.boards.webhooks.switchOff(trial.boards.webhooks.named('results'), 'the receiver answered 410 Gone');
    const room = { freeBytes: 1, totalBytes: 3, databaseBytes: 2 };
    const facts = { version: '1.0.0', startedAt: '2026-11-21T11:00:00.000Z', memoryBytes: 5 };
    trial.open({
      disk: async () => room,
      processes: async () => [
        { id: 'a', isThis: true, silentMs: 0, facts },
        { id: 'b', isThis: false, silentMs: 4000, facts: undefined },
      ],
      readiness: async () => ['The clock was set.'],
    });
    expect(await viewed('overview')).toMatchObject({
      held: 1,
      disk: room,
      webhooks: [{ name: 'results', state: 'off', reason: 'the receiver answered 410 Gone', waiting: 0, failed: 0 }],
      processes: [
        { id: 'a', isThis: true, heardAt: '2026-11-21T12:00:00.000Z', ...facts },
        { id: 'b', isThis: false, heardAt: '2026-11-21T11:59:56.000Z', startedAt: null, version: null, memoryBytes: null },
      ],
      canStore: true,
      troubles: ['The clock was set.'],
    });
  });

  test('is available even if points cannot be stored, with the reason', async () => {
    trial.open({
      readiness: async () => {
        throw new Problem('unavailable', 'The disk is full.');
      },
      disk: async () => {
        throw new Error('The folder is gone');
      },
    });
    expect(await viewed('overview')).toMatchObject({ canStore: false, troubles: ['The disk is full.'], disk: null });
  });
});
