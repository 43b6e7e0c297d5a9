import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { askOnce } from '../../../../scripts/tools/postgres/ask-once.ts';
import { startPostgres } from '../../../../scripts/tools/postgres/postgres-server.ts';
import { makeVanishingHost, whyNoHosts } from '../../../../tests/cluster/databases/vanishing-host.ts';
import { allTime, always, board, event, silently, standingsOf } from '../store-under-test.suite.ts';
import { readDatabaseAddress } from './database/database-address.ts';
import { openPostgresStore } from './postgres-store.ts';

/** Well below every query or commit timeout, in milliseconds: without detection, a vanished host takes longer. */
const NOTICED_WITHIN_MS = 7500;

const missing = whyNoHosts();
if (missing !== undefined) console.log(`No host can vanish here, so what comes of that is not tried: ${missing}`);

test.runIf(missing === undefined)('a silently vanished host is abandoned, and its replica takes over', async () => {
  const sockets = mkdtempSync(join(tmpdir(), 'laurels-sockets-'));
  chmodSync(sockets, 0o777);
  onTestFinished(() => rmSync(sockets, { recursive: true }));
  const settings = { unix_socket_directories: sockets };
  const primary = await startPostgres({ durable: false, settings });
  onTestFinished(() => primary.discard());
  const replica = await startPostgres({ durable: false, settings, replicaOf: primary });
  onTestFinished(() => replica.discard());
  await askOnce(primary.adminUrl, "ALTER SYSTEM SET synchronous_standby_names = '*'");
  await askOnce(primary.adminUrl, 'SELECT pg_reload_conf()');
  await expect.poll(() => askOnce(primary.adminUrl, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")).toHaveLength(1);

  const hosts = [];
  for (const { port } of [primary, replica]) {
    const host = await makeVanishingHost(join(sockets, `.s.PGSQL.${port}`), port);
    onTestFinished(() => host.remove());
    hosts.push(host);
  }
  const url = primary.url.replace(/@[^/]+/, `@${hosts.map(({ address, port }) => `${address}:${port}`).join()}`);
  const address = readDatabaseAddress(url);
  const processes = await Promise.all(
    Array.from({ length: 3 }, () => openPostgresStore(address, { onLost: (error) => expect.unreachable(String(error)) })),
  );
  await processes[0]!.changeBoard('main', () => board);

  // Each process posts, and reads what the others posted.
  const over = new AbortController();
  const times = processes.map(() => [] as number[]);
  const counts = await Promise.all([
    ...processes.map(async (store, process) => {
      let sent = 0;
      for (let isKept = true; !over.signal.aborted || !isKept;) {
        isKept = await store
          .append('main', [event(`${process}-${sent}`, `player ${process}`, 1)], always, silently)
          .then(
            () => store.catchUp().then(() => true),
            () => sleep(20).then(() => false),
          )
          .catch(() => false);
        if (!isKept) continue;
        sent += 1;
        times[process]!.push(performance.now());
      }
      return sent;
    }),
    (async () => {
      await expect.poll(() => times.every((each) => each.length > 20)).toBe(true);
      hosts[0]!.vanish();
      const vanished = performance.now();
      await askOnce(replica.adminUrl, 'SELECT pg_promote()');
      const goesOn = () => times.map((each) => each.findLast((time) => time > vanished + 200));
      await expect.poll(() => goesOn().every((time) => time !== undefined), { interval: 50 }).toBe(true);
      const firsts = times.map((each) => each.find((time) => time > vanished + 200)! - vanished);
      console.log(`After a host had vanished, processes went on within ${firsts.map((ms) => Math.round(ms)).join(', ')} ms.`);
      over.abort();
      expect(Math.max(...firsts)).toBeLessThan(NOTICED_WITHIN_MS);
      return 0;
    })(),
  ]);

  await Promise.all(processes.map((store) => store.catchUp()));
  for (const store of processes) {
    const standings = await standingsOf(store, allTime);
    expect(standings.map(({ points }) => points).toSorted((a, b) => a - b)).toEqual(counts.slice(0, 3).toSorted((a, b) => a - b));
    expect((await store.verify()).differences).toEqual([]);
  }
  await Promise.all(processes.map((store) => store.close()));
});
