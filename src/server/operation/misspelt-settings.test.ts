import { expect, test } from 'vitest';

import { parseLiveSettings } from './live-settings.ts';

const misspelt = (env: Record<string, string>) => parseLiveSettings(env).misspelt;

test('a misspelt setting is reported with a suggestion', () => {
  expect(misspelt({ LAURELS_DTA: '/srv', LAURELS_TRUSTED_PROXY: '1', LAURELS_TIMEZONE: 'UTC' })).toEqual([
    'LAURELS_DTA is not a setting and has no effect. Did you mean LAURELS_DATA?',
    'LAURELS_TIMEZONE is not a setting and has no effect. Did you mean LAURELS_TIME_ZONE?',
    'LAURELS_TRUSTED_PROXY is not a setting and has no effect. Did you mean LAURELS_TRUSTED_PROXIES?',
  ]);
});

test('there is no suggestion for a name unlike any setting, and its value is never shown', () => {
  expect(misspelt({ LAURELS_PASSWORD_OF_EVERYTHING: 'hunter2' })).toEqual([
    'LAURELS_PASSWORD_OF_EVERYTHING is not a setting and has no effect.',
  ]);
});

test('variables of other programs are ignored', () => {
  expect(
    misspelt({
      LAURELS_GRACE: '30',
      LAURELS_APPEARANCE: 'look.json',
      LAURELS_TEST_SEED: '1',
      // Set by Kubernetes for a service of this name.
      LAURELS_PORT: 'tcp://10.0.0.1:3000',
      LAURELS_SERVICE_HOST: '10.0.0.1',
      LAURELS_SERVICE_PORT: '3000',
      LAURELS_SERVICE_PORT_HTTP: '3000',
      LAURELS_PORT_3000_TCP: 'tcp://10.0.0.1:3000',
      LAURELS_PORT_3000_TCP_ADDR: '10.0.0.1',
    }),
  ).toEqual([]);
});
