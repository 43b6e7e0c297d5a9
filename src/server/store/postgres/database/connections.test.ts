import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';

import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import { StorageFailure } from '../../points-store.ts';
import { postgresPlace } from '../postgres-place.suite.ts';
import { Connections } from './connections.ts';

const place = postgresPlace();
let connections: Connections;
let operator: Connections;

beforeEach(async () => {
  connections = new Connections(await place.address());
  operator = new Connections(await place.address());
  onTestFinished(async () => {
    await connections.close();
    await operator.close();
  });
});

afterAll(() => place.remove());

/** A query that cannot finish until the lock is released. */
const WAIT = `SELECT pg_advisory_lock_shared(1) /* waits */`;

/** Resolves when this many database sessions wait for the lock; the test does not depend on how soon. */
const untilWaiting = (processes: number) => vi.waitUntil(async () => (await waiting()).length === processes, 300_000);

/** The database sessions that wait for the lock. */
async function waiting(): Promise<readonly number[]> {
  const rows = await operator.rows<{ readonly pid: number }>(
    `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%/* waits */' AND wait_event_type = 'Lock' ORDER BY pid`,
  );
  return rows.map(({ pid }) => pid);
}

test('a late failure of an old connection does not affect newer connections', async () => {
  const pidNow = async () => (await connections.rows<{ readonly pid: number }>('SELECT pg_backend_pid() AS pid'))[0]!.pid;
  await operator.transaction('BEGIN', async (holder) => {
    await holder.rows('SELECT pg_advisory_xact_lock(1)');
    const queries = [connections.rows(WAIT), connections.rows(WAIT)].map((one) => one.catch((error: unknown) => error));
    await untilWaiting(2);
    const [first, second] = await waiting();
    await operator.rows('SELECT pg_terminate_backend($1)', [first]);
    expect(await Promise.race(queries)).toBeInstanceOf(StorageFailure);
    const pid = await pidNow();
    await operator.rows('SELECT pg_terminate_backend($1)', [second]);
    for (const failure of await Promise.all(queries)) expect(failure).toBeInstanceOf(StorageFailure);
    expect(await pidNow()).toBe(pid);
  });
});

test('queries to a vanished server are abandoned, even if their connection stays open', async () => {
  const address = await place.address();
  const { host, port } = address.hosts[0]!;
  const between = createServer((incoming) => {
    const outgoing = connect(port, host);
    incoming.pipe(outgoing).pipe(incoming);
    for (const each of [incoming, outgoing]) each.on('error', () => each.destroy());
  });
  await once(between.listen(0, '127.0.0.1'), 'listening');
  const there = { host: '127.0.0.1', port: (between.address() as AddressInfo).port };
  const throughIt = new Connections({ ...address, hosts: [there] });
  onTestFinished(() => throughIt.close());
  await operator.transaction('BEGIN', async (holder) => {
    await holder.rows('SELECT pg_advisory_xact_lock(1)');
    const query = throughIt.rows(WAIT);
    await Promise.race([query, untilWaiting(1)]);
    between.close();
    await expect(query).rejects.toThrow(StorageFailure);
  });
});

test('slow queries at most double the number of connections', async () => {
  await operator.transaction('BEGIN', async (holder) => {
    await holder.rows('SELECT pg_advisory_xact_lock(1)');
    const busy: Promise<unknown>[] = [];
    for (const most of [6, 12]) {
      busy.push(...Array.from({ length: 6 }, () => connections.rows(WAIT).catch((error: unknown) => error)));
      await untilWaiting(most);
      await expect(connections.rows('SELECT 1')).rejects.toThrow(StorageFailure);
    }
    await expect(connections.rows('SELECT 1')).rejects.toThrow('busy');
    expect(await waiting()).toHaveLength(12);
    const later = connections.rows('SELECT 2 AS two');
    await holder.commit();
    await Promise.all(busy);
    expect(await later).toEqual([{ two: 2 }]);
  });
});
