import { expect, test } from 'vitest';

import { hostileRequests } from './live/hostile-requests.ts';
import { startTrialServer } from './live/trial-server.ts';
import { SEED } from './seeded.ts';

/** Of so many parts of all known oddities one is sent, and each run sends another; `npm run soak -- hostile` sends them all. */
const PARTS = 3;

test('whatever is sent, it is answered, hides the inside, and nothing that was refused is stored', async () => {
  const server = await startTrialServer();
  const { requests, accepted, faults, differences, logged } = await hostileRequests(server, 250, SEED, PARTS);
  await server.discard();

  // A webhook is made on the way, and its receiver is nobody's: it may be told of that by the end.
  const complaints = logged.filter((line) => !/^Webhook "[\w-]+" fails: unknown host/.test(line));
  expect({ faults, differences, logged: complaints }).toEqual({ faults: [], differences: [], logged: [] });
  expect(requests).toBeGreaterThan(1_000);
  expect(accepted).toBeGreaterThan(20);
});
