import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { type NewEvent, PLAIN_BOARD } from '../../src/server/store/stored-values.ts';

const PROGRAM = fileURLToPath(new URL('../../src/cli/laurels.ts', import.meta.url));

const EVENTS_A_COMMIT = 1000;

/** The results of a backup under load and of its restore. Times are in milliseconds. */
export interface BackupFigures {
  readonly events: number;
  readonly bytes: number;
  /** Acknowledged before the command started, and missing after the restore: must be 0. */
  readonly lost: number;
  /** Events recorded during the backup. */
  readonly recordedMeanwhile: number;
  readonly backupMs: number;
  readonly restoreMs: number;
  readonly differences: readonly string[];
}

/** Records `events` events in a folder below `folder`, continues recording, and runs a backup and a restore meanwhile. */
export async function backUpUnderLoad(folder: string, events: number): Promise<BackupFigures> {
  const [data, file, back] = [join(folder, 'data'), join(folder, 'one.backup'), join(folder, 'back')];
  const store = await openSqliteStore(data, { onThread: true });
  const calendar = { timeZone: 'Europe/Berlin', weekStart: 1 } as const;
  await store.changeBoard('main', () => ({ name: 'main', title: 'Main', ...PLAIN_BOARD, calendar }));
  let acknowledged = 0;
  const record = async (): Promise<void> => {
    const batch = Array.from({ length: EVENTS_A_COMMIT }, (_, i) => eventOf(acknowledged + i));
    await store.append(
      'main',
      batch,
      () => true,
      (effects) => effects.map(() => ''),
    );
    acknowledged += EVENTS_A_COMMIT;
  };
  for (let made = 0; made < events; made += EVENTS_A_COMMIT) await record();
  const before = acknowledged;
  const making = command(data, 'backup', file);
  const load = { isOn: true };
  const recording = (async () => {
    while (load.isOn) await record();
  })();
  const backupMs = await making;
  const recordedMeanwhile = acknowledged - before;
  const restoreMs = await command(back, 'restore', file);
  load.isOn = false;
  await recording;
  await store.close();

  const restored = new DatabaseSync(join(back, 'laurels.db'), { readOnly: true });
  const found = restored.prepare('SELECT count(*) AS found FROM events WHERE CAST(substr(id, 3) AS INTEGER) < ?').get(before)!['found'];
  restored.close();
  const reopened = await openSqliteStore(back);
  const { differences } = await reopened.verify();
  await reopened.close();
  const lost = before - Number(found);
  return { events: before, bytes: statSync(file).size, lost, recordedMeanwhile, backupMs, restoreMs, differences };
}

async function command(data: string, ...args: readonly string[]): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, LAURELS_DATA: data } });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<[number]>]);
  if (code !== 0) throw new Error(`laurels ${args.join(' ')}: ${said}`);
  return performance.now() - started;
}

function eventOf(n: number): NewEvent {
  return {
    id: `e-${n}`,
    username: `player ${(n * 7919) % 20_000}`,
    points: (n % 100) + 1,
    at: Date.UTC(2026, 9, 1) + ((n * 977) % (50 * 24)) * 3_600_000,
    receivedAt: Date.UTC(2026, 10, 20) + n,
    keepsNames: false,
    activity: `Quest ${n % 5}`,
    displayName: undefined,
    avatar: undefined,
    digest: `body of ${n}`,
  };
}
