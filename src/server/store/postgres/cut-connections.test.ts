import pg from 'pg';
import { expect, it } from 'vitest';

import { StorageFailure } from '../points-store.ts';
import { allTime, always, board, event, silently, standingsOf } from '../store-under-test.suite.ts';
import { postgresPlace } from './postgres-place.suite.ts';

const CUTS = 20;

it('a cut connection fails only its own queries, and every event counts once', async () => {
  const place = postgresPlace();
  const store = await place.open();
  await store.changeBoard('main', () => board);
  const { hosts, user, password, database } = await place.address();
  const other = new pg.Client({ ...hosts[0], user, password, database });
  await other.connect();

  const over = new AbortController();
  const sent = Promise.all(
    Array.from({ length: 4 }, async (_, sender) => {
      const failures: unknown[] = [];
      let n = 0;
      for (let isKept = false; !over.signal.aborted || !isKept;) {
        try {
          await store.append('main', [event(`${sender}-${n}`, `player ${sender}`, 1)], always, silently);
          isKept = true;
          n += 1;
        } catch (error) {
          isKept = false;
          failures.push(error);
        }
      }
      return { n, failures };
    }),
  );
  for (let cut = 0; cut < CUTS; cut += 1)
    await other.query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid()`);
  over.abort();
  const senders = await sent;

  const failures = senders.flatMap((sender) => sender.failures);
  expect(failures.every((failure) => failure instanceof StorageFailure)).toBe(true);
  // Failed events are resent with the same id, so it does not matter whether they were stored.
  const total = senders.reduce((sum, { n }) => sum + n, 0);
  await store.catchUp();
  expect((await standingsOf(store, allTime)).reduce((sum, { points }) => sum + points, 0)).toBe(total);
  expect((await store.verify()).differences).toEqual([]);
  await other.end();
  await store.close();
  place.remove();
});
