import { expect, test } from 'vitest';

import { ENDPOINTS } from '../../../contract/api.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { parseLiveSettings } from '../../operation/live-settings.ts';
import { useTrialApi } from '../trial-api.suite.ts';

const trial = useTrialApi();

/** What a viewer is answered, as the contract describes it. */
async function viewed<Id extends 'settings'>(id: Id): Promise<Answer<(typeof ENDPOINTS)[Id]>> {
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
