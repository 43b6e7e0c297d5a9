// `node tests/live/disk-full.ts` (as root, on Linux): fills a small disk with events, reads from it, frees space and continues.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { StorageFailure } from '../../src/server/store/points-store.ts';
import { type NewEvent, PLAIN_BOARD } from '../../src/server/store/stored-values.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';

const disk = mkdtempSync(join(tmpdir(), 'laurels-full-'));
try {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'tmpfs', disk]);
} catch (error) {
  rmdirSync(disk);
  console.log(`SKIPPED: no small disk can be mounted here (${String(error)})`);
  process.exit(2);
}

try {
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(4 * 1024 * 1024));
  const store = await openSqliteStore(join(disk, 'data'));
  await store.changeBoard('main', () => ({
    name: 'main',
    title: 'Main',
    ...PLAIN_BOARD,
    calendar: { timeZone: 'UTC', weekStart: 1 },
  }));

  let stored = 0;
  const fill = async () => {
    for (;;) {
      try {
        await store.append(
          'main',
          Array.from({ length: 50 }, (_, i) => event(stored + i)),
          () => true,
          (effects) => effects.map(() => 'x'.repeat(700)),
        );
        stored += 50;
      } catch (error) {
        return error;
      }
    }
  };
  const failure = await fill();
  assert(failure instanceof StorageFailure && failure.trouble === 'full', `the disk is full, and the store says: ${String(failure)}`);
  assert((await fill()) instanceof StorageFailure, 'still full');
  assert.equal((await store.playerNamed('player 1'))?.username, 'player 1');
  assert.equal((await store.playersMatching('player', 1000)).length, 200);
  let read = 0;
  for await (const { players } of store.standings({ board: 'main', kind: 'all-time', start: -Infinity })) read += players.length;
  assert.equal(read, 200);
  assert.deepEqual((await store.verify()).differences, []);
  console.log(`${stored} events stored, then full: writes rejected, reads went on`);

  rmSync(ballast);
  const before = stored;
  assert((await fill()) instanceof StorageFailure);
  assert(stored > before, 'with room again, events are stored again');
  assert.deepEqual(await store.verify(), { events: stored, standings: 800, differences: [] });
  await store.close();
  const again = await openSqliteStore(join(disk, 'data'));
  assert.equal((await again.verify()).events, stored);
  await again.close();
  console.log(`${stored - before} more after room was made, ${stored} in all after a restart, no differences`);
} finally {
  execFileSync('umount', [disk]);
  rmdirSync(disk);
}

function event(n: number): NewEvent {
  const id = String(n);
  return {
    id,
    username: `player ${n % 200}`,
    points: 1,
    at: Date.UTC(2026, 10, 20),
    receivedAt: Date.now(),
    keepsNames: false,
    activity: '',
    displayName: undefined,
    avatar: undefined,
    digest: id,
  };
}
