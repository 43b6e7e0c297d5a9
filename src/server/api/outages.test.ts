import { expect, test } from 'vitest';

import { failingStore } from '../store/failing-store.suite.ts';
import { openMemoryStore } from '../../../tests/oracle/memory-store.ts';
import { StorageFailure } from '../store/points-store.ts';
import { createOutages } from './outages.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');

async function begin() {
  const database = failingStore(await openMemoryStore());
  const logged: string[] = [];
  let now = NOON;
  const outages = createOutages({ store: database.store, clock: () => now, log: (text) => logged.push(text), lookEveryMs: 1 });
  return {
    ...database,
    outages,
    logged,
    pass: (seconds: number) => void (now += seconds * 1000),
    refuse: (message: string) => outages.refused(new StorageFailure(message, 'failed')),
  };
}

test('an outage is logged at its start, and at its end with the number of refused requests', async () => {
  const { goAway, refuse, pass, logged } = await begin();
  goAway(true);
  for (let i = 0; i < 500; i += 1) refuse(`Away ${i}`);
  pass(42);
  refuse('Another reason');
  expect(logged).toEqual(['Requests are refused during this outage: Away 0']);
  goAway(false);
  await expect.poll(() => logged, { interval: 1 }).toHaveLength(2);
  expect(logged[1]).toBe('The database is back. 501 requests were refused in 42 s since 21 Nov 2026, 12:00:00 UTC.');
  // A new outage.
  goAway(true);
  refuse('Away again');
  goAway(false);
  await expect.poll(() => logged, { interval: 1 }).toHaveLength(4);
  expect(logged[3]).toMatch(/1 request was refused in /);
});

test('a server that stops during an outage logs it', async () => {
  const { goAway, refuse, outages, logged } = await begin();
  goAway(true);
  refuse('Away');
  refuse('Away');
  outages.stop();
  expect(logged[1]).toMatch(/^The server is stopping during a database outage\. 2 requests were refused /);
  outages.stop();
  expect(logged).toHaveLength(2);
});
