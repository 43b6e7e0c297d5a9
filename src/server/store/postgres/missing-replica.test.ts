import { expect, onTestFinished, test } from 'vitest';

import { askOnce } from '../../../../scripts/tools/postgres/ask-once.ts';
import { startPostgres } from '../../../../scripts/tools/postgres/postgres-server.ts';
import { allTime, always, board, event, silently, standingsOf } from '../store-under-test.suite.ts';
import { readDatabaseAddress } from './database/database-address.ts';
import { openPostgresStore, type PostgresStore } from './postgres-store.ts';

async function open(url: string): Promise<PostgresStore> {
  const store = await openPostgresStore(readDatabaseAddress(url));
  onTestFinished(() => store.close());
  return store;
}

const post = (store: PostgresStore, id: string) => store.append('main', [event(id, 'ann', 5)], always, silently);

/** No event was acknowledged, because no replica acknowledged it. */
const UNREPLICATED = { trouble: 'unreplicated' };

test('without a synchronous replica, writes fail fast and store nothing; once it is back, every event counts once', async () => {
  const primary = await startPostgres({ durable: false });
  onTestFinished(() => primary.discard());
  const ask = (sql: string) => askOnce(primary.adminUrl, sql);
  await ask('CREATE DATABASE empty OWNER laurels');
  const [one, other] = [await open(primary.url), await open(primary.url)];
  await one.changeBoard('main', () => board);
  await post(one, 'before');
  await ask("ALTER SYSTEM SET synchronous_standby_names = '*'");
  await ask('SELECT pg_reload_conf()');
  await expect.poll(() => ask('SHOW synchronous_standby_names')).toEqual([{ synchronous_standby_names: '*' }]);

  for (const store of [one, other]) await expect(post(store, 'meanwhile')).rejects.toMatchObject(UNREPLICATED);
  // One commit waits in the database. No other is tried there, however often it is requested.
  const waiting = () => ask("SELECT pid FROM pg_stat_activity WHERE wait_event IN ('SyncRep', 'transactionid', 'tuple')");
  await expect.poll(waiting).toHaveLength(1);
  const [commit] = await waiting();
  for (let i = 0; i < 5; i += 1) {
    for (const store of [one, other]) {
      await expect(post(store, 'meanwhile')).rejects.toMatchObject(UNREPLICATED);
      await expect(store.health()).rejects.toMatchObject(UNREPLICATED);
    }
  }
  expect(await waiting()).toEqual([commit]);
  const [before] = await standingsOf(other, allTime);
  expect(before?.points).toBe(5);
  // A process with nothing to store starts; one that must store reports what is missing.
  await open(primary.url);
  await expect(open(primary.url.replace(/laurels$/, 'empty'))).rejects.toThrow('No synchronous replica');

  const replica = await startPostgres({ durable: false, replicaOf: primary });
  onTestFinished(() => replica.discard());
  await expect.poll(() => post(other, 'meanwhile').catch(() => [])).toMatchObject([{ outcome: 'repeated' }]);
  await post(one, 'after');
  await other.catchUp();
  for (const store of [one, other]) {
    expect((await standingsOf(store, allTime)).map(({ points }) => points)).toEqual([15]);
    expect((await store.verify()).differences).toEqual([]);
  }
});
