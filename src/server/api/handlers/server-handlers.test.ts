import { describe, expect, test, vi } from 'vitest';

import { ENDPOINTS } from '../../../contract/api.ts';
import { type Answer, targetOf } from '../../../contract/endpoint.ts';
import { parseLiveSettings } from '../../operation/live-settings.ts';
import { useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

/** What a viewer is answered, as the contract describes it. */
async function viewed<Id extends 'settings' | 'work'>(id: Id): Promise<Answer<(typeof ENDPOINTS)[Id]>> {
  const { status, text, body } = await trial.ask(ENDPOINTS[id].path, { headers: { authorization: `Bearer ${trial.tokens.viewer}` } });
  expect(`${status} ${status === 200 ? '' : text}`).toBe('200 ');
  return ENDPOINTS[id].answers[200].schema.parse(body) as Answer<(typeof ENDPOINTS)[Id]>;
}

test('all settings are told in groups, and of a secret only that it is set', async () => {
  const { told } = parseLiveSettings({ LAURELS_API_KEY: 'a-key-of-twenty-two-or-more', LAURELS_GRACE: '5' });
  trial.open({ settings: told });
  const { groups } = await viewed('settings');
  const all = groups.flatMap(({ settings }) => settings);
  expect(all.map(({ name }) => name)).toEqual(told.map(({ name }) => name));
  expect(all.find(({ name }) => name === 'LAURELS_GRACE')).toMatchObject({ state: 'set', value: '5' });
  expect(all.find(({ name }) => name === 'LAURELS_API_KEY')).toMatchObject({ state: 'set', value: 'set' });
  expect(groups.find(({ name }) => name === 'boards')).toMatchObject({ title: 'Boards and periods' });
});

describe('what takes long', () => {
  /** Two players, of whom the first has so many events. */
  async function playing(events: number): Promise<void> {
    await trial.post({ events: Array.from({ length: events }, (_, i) => ({ id: `a${i}`, username: 'ada', points: 1 })) });
    await trial.post({ id: 'b', username: 'bob', points: 1 });
  }

  const merge = () => trial.send('mergePlayers', { username: 'ada', body: { into: 'bob' } }, trial.tokens.operator);

  /** Everything but the imports, which hold the past open for the tests. */
  const work = async () => (await viewed('work')).work.filter(({ what }) => what !== 'import');

  test('a merge is told with how far it is, and for ten minutes that it is done', async () => {
    await playing(150);
    const merged = merge();
    const seen = new Set<number>();
    for (let isDone = false; !isDone;) {
      const [now] = await work();
      isDone = now?.state === 'done';
      if (now === undefined) continue;
      if (now.done !== null) seen.add(now.done);
      expect(now).toMatchObject({ what: 'merge', players: [{ username: 'ada' }, { username: 'bob' }], by: { name: 'operator' } });
    }
    expect((await merged).body).toEqual({ events: 150 });
    expect([...seen].at(-1)).toBe(150);
    expect(seen.size).toBeGreaterThan(10);
    expect(await work()).toMatchObject([{ done: 150, total: 150, state: 'done', failure: null }]);
    trial.now += 10 * 60_000;
    expect(await work()).toEqual([]);
  });

  test('a merge that cannot go on says so, and one that another process works on is told without how far it is', async () => {
    await playing(3);
    await trial.boards.store.catchUp();
    vi.spyOn(trial.boards.revisions, 'revise').mockRejectedValue(new Error('The disk is gone'));
    expect((await merge()).status).toBe(500);
    const failed = { what: 'merge', state: 'failed', done: 0, total: 3, failure: 'Something went wrong. The log says what.' };
    expect(await work()).toMatchObject([{ what: 'merge', state: 'under-way', done: null, total: null, by: null }, failed]);
  });

  test('of an erasure nobody is named afterwards', async () => {
    await playing(1);
    await trial.ask(targetOf(ENDPOINTS.erasePlayer, { username: 'ada' }), {
      method: 'DELETE',
      headers: { authorization: `Bearer ${trial.tokens.owner}` },
    });
    const told = await work();
    expect(told).toMatchObject([{ what: 'erasure', state: 'done', by: { name: 'owner' }, players: [{ displayName: 'Erased player' }] }]);
    expect(JSON.stringify(told)).not.toContain('ada');
  });

  test('an import is told as long as it is under way', async () => {
    const { hold } = await trial.boards.closing.beginImport('main', 'season.csv');
    const importing = async () => (await viewed('work')).work.filter(({ subject }) => subject === 'season.csv');
    expect(await importing()).toMatchObject([{ what: 'import', board: 'main', state: 'under-way', done: null }]);
    await trial.boards.imports.end(hold.id);
    expect(await importing()).toEqual([]);
  });
});
