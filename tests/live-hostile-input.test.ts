import { expect, test } from 'vitest';

import { anyThreads } from './live/any-threads.ts';
import { hostileRequests } from './live/hostile-requests.ts';
import { startTrialServer } from './live/trial-server.ts';
import { SEED } from './seeded.ts';

/** One in so many of the known oddities is sent, others in each run; `npm run soak -- hostile` sends them all. */
const PARTS = 3;

test('any input gets an answer that hides internals, and nothing refused is stored', async () => {
  const server = await startTrialServer(anyThreads('hostile input'));
  const { requests, accepted, faults, differences, logged } = await hostileRequests(server, 250, SEED, PARTS);
  await server.discard();

  // A webhook is created on the way, with a receiver that does not exist and that may get a message by the end.
  const complaints = logged.filter((line) => !/^Webhook "[\w-]+" fails: unknown host/.test(line));
  expect({ faults, differences, logged: complaints }).toEqual({ faults: [], differences: [], logged: [] });
  expect(requests).toBeGreaterThan(1_000);
  expect(accepted).toBeGreaterThan(20);
});
