import { expect, test } from 'vitest';

import { anyThreads } from './live/any-threads.ts';
import { hostileRequests } from './live/hostile-requests.ts';
import { startTrialServer } from './live/trial-server.ts';
import { SEED } from './seeded.ts';

/** Each run sends one in so many of the known oddities, a different part each time; `npm run soak -- hostile` sends them all. */
const PARTS = 3;

test('any input gets an answer that hides internals, and no refused input is stored', async () => {
  const server = await startTrialServer(anyThreads('hostile input'));
  const { requests, accepted, faults, differences, logged } = await hostileRequests(server, 250, SEED, PARTS);
  await server.discard();

  // Some requests create a webhook whose receiver does not exist, and which may get a message before the end.
  const complaints = logged.filter((line) => !/^Webhook "[\w-]+" fails: unknown host/.test(line));
  expect({ faults, differences, logged: complaints }).toEqual({ faults: [], differences: [], logged: [] });
  expect(requests).toBeGreaterThan(1_000);
  expect(accepted).toBeGreaterThan(20);
});
