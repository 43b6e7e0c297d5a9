import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { event, useStore } from '../../store-under-test.suite.ts';
import { postgresPlace } from '../postgres-place.suite.ts';
import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

const { store, place, record, reopen } = useStore(() => postgresPlace());

test('a schema change increments the version and comes with an upgrade', () => {
  expect([SCHEMA_VERSION, createHash('sha256').update(SCHEMA).digest('hex').slice(0, 16)]).toEqual([4, '293eb703535328f8']);
});

test('a database of the previous version is upgraded when opened: existing events have no author, new ones do', async () => {
  await record(event('1', 'ann', 5));
  await store.close();
  await place().tamper('ALTER TABLE events DROP COLUMN author; DROP TABLE authors; UPDATE laurels SET version = 3');
  await reopen();
  await record(event('2', 'ann', 1, { author: { by: 'key:a' } }));
  expect((await store.eventsOf('main', 1, { limit: 9 })).map(({ author }) => author)).toEqual([{ by: 'key:a' }, undefined]);
  await reopen();
  expect((await store.eventsPostedBy('main', { by: 'key:a' }, { limit: 9, look: 9 })).events).toMatchObject([{ id: '2' }]);
  expect((await store.verify()).differences).toEqual([]);
});
