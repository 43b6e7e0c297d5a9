import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { ActName } from '../../../contract/operation/acts.ts';
import { timeText } from '../../../contract/moment-text.ts';
import type { Weekday } from '../../../domain/calendar.ts';
import { dayOf } from '../../answers/parts/board-days.ts';
import { KEYS_FILE } from '../backups/backing-up.ts';
import { IMPORTS } from '../../boards/revising/import-holds.ts';
import { isDatabaseLost } from '../open-data.ts';
import { TOLERANCE_MS } from '../../operation/clock-watch.ts';
import { IS_VOIDED, NEWEST_RECEIVED, timeToColumn } from '../../store/held/columns.ts';
import { AUDIT } from '../../store/records.ts';
import { APPLICATION_ID, SCHEMA_VERSION } from '../../store/sqlite/file/schema.ts';
import { documentKey } from '../../store/sqlite/meta-table.ts';
import { type Finding, keysFrom, quoted } from './finding.ts';

/** So many events are named. */
const NAMED = 5;

/** What is done about events that were received in the future. */
export const CLOCK_MEND =
  "If the clock is wrong now: timedatectl set-ntp true. If it is right: laurels events void --future --reason 'The clock was ahead'";

/** What SQLite says if the system did not let it open a file: of whose bytes that says nothing. */
const NOT_OPENED = new Set([3, 8, 14]);

/** Looks at the database of a folder that this user may read. `now` is in epoch milliseconds. */
export async function checkDatabase(folder: string, now: number): Promise<readonly Finding[]> {
  const file = join(folder, 'laurels.db');
  if (!existsSync(file))
    return [
      isDatabaseLost(folder)
        ? {
            what: `The database ${file} is gone.`,
            mend: 'Bring it back, as by mounting its disk. Or move the folder away, then: laurels restore FILE',
          }
        : { what: `There is no database ${file}.`, mend: 'laurels restore FILE, or start the server, which makes one.' },
    ];
  const damaged = (why: string): Finding => ({
    what: `${file} is damaged (${why}).`,
    mend: `Move the folder away, then: laurels restore FILE`,
  });
  try {
    if (statSync(file).size === 0) return [damaged('it is empty')];
    using opened = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
    const foreign = foreignness(opened, file);
    const found = foreign === undefined ? [] : [foreign];
    const problem = String(Object.values(opened.prepare('PRAGMA quick_check(1)').get() ?? {})[0] ?? 'it cannot be looked at');
    if (problem !== 'ok') found.push(damaged(problem));
    if (foreign !== undefined) return found;
    return [...found, ...futureEvents(opened, now), ...closedEarly(opened, now), ...unfinished(opened), ...lostKeys(opened, folder)];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (!NOT_OPENED.has(((error as { readonly errcode?: number }).errcode ?? 0) & 0xff)) return [damaged(why)];
    return [{ what: `${file} cannot be opened (${why}). It may be whole.`, mend: `chown -R "$USER" ${quoted(folder)}` }];
  }
}

/** Why this program does not know what the tables mean; `undefined` if it does. */
function foreignness(opened: DatabaseSync, file: string): Finding | undefined {
  const number = (pragma: string) => Number(Object.values(opened.prepare(`PRAGMA ${pragma}`).get()!)[0]);
  if (number('application_id') !== APPLICATION_ID)
    return { what: `${file} is another program's database.`, mend: 'Set LAURELS_DATA to another folder.' };
  const version = number('user_version');
  if (version === SCHEMA_VERSION) return undefined;
  return {
    what: `The database has schema version ${version}. This Laurels reads only version ${SCHEMA_VERSION}, so it does not start.`,
    mend: 'Use the version of Laurels that wrote it.',
  };
}

/** Events that were received later than now: a clock was ahead, or is behind. */
function* futureEvents(opened: DatabaseSync, now: number): Generator<Finding> {
  const from = `FROM events JOIN boards ON boards.number = events.board WHERE received_at > ? AND NOT ${IS_VOIDED}`;
  const boards = opened.prepare(`SELECT name, count(*) AS events ${from} GROUP BY name ORDER BY name`).all(now + TOLERANCE_MS);
  if (boards.length === 0) return;
  const idsOf = opened.prepare(`SELECT id ${from} AND name = ? ORDER BY seq LIMIT ${NAMED + 1}`);
  const named = boards.map(({ name, events }) => {
    const ids = idsOf.all(now + TOLERANCE_MS, name!).map(({ id }) => JSON.stringify(id));
    return `${String(events)} on "${String(name)}" (${ids.slice(0, NAMED).join(', ')}${ids.length > NAMED ? ', …' : ''})`;
  });
  const newest = Number(opened.prepare(NEWEST_RECEIVED).get()!['received_at']);
  const about =
    newest > now + TOLERANCE_MS
      ? `The newest event was received at ${timeText(newest)}, and the clock says ${timeText(now)}. No period closes until another one is received, or it is voided.`
      : `The clock says ${timeText(now)}, and it was ahead once.`;
  yield { what: `${about} Events received in the future: ${named.join(', ')}.`, mend: CLOCK_MEND };
}

/** Periods that a clock closed that was ahead, the latest first: one is opened again after the other. */
function* closedEarly(opened: DatabaseSync, now: number): Generator<Finding> {
  const rows = opened
    .prepare(
      `SELECT name, kind, start, time_zone, week_start FROM periods JOIN boards ON boards.number = periods.board
       WHERE closed_at IS NOT NULL AND "end" > ? AND state <> 'removed' ORDER BY start DESC`,
    )
    .all(timeToColumn(now + TOLERANCE_MS));
  for (const { name, kind, start, time_zone: timeZone, week_start: weekStart } of rows) {
    const day = dayOf(Number(start), { timeZone: String(timeZone), weekStart: Number(weekStart) as Weekday });
    yield {
      what: `The ${String(kind)} period from ${day} on "${String(name)}" was closed before its end, by a clock that was ahead.`,
      mend: `laurels periods reopen ${quoted(String(name))} ${String(kind)} ${day} --reason 'The clock was ahead'`,
    };
  }
}

/** What was begun and did not end yet: nobody sees here whether anybody still works on it. */
function unfinished(opened: DatabaseSync): Finding[] {
  const row = opened.prepare('SELECT value FROM meta WHERE key = ?').get(documentKey(IMPORTS.name));
  return IMPORTS.read(row === undefined ? undefined : String(row['value'])).map(({ id, file, board, seenAt }) => ({
    what: `The import of ${JSON.stringify(file)} into "${board}" is not finished, and holds past periods open. It was last seen at ${timeText(seenAt)}.`,
    mend: `If nobody runs it: laurels import ${quoted(file)} --board ${quoted(board)} goes on with it, laurels imports drop ${id} ends it.`,
  }));
}

function* lostKeys(opened: DatabaseSync, folder: string): Generator<Finding> {
  if (existsSync(join(folder, KEYS_FILE))) return;
  const made = opened.prepare('SELECT 1 FROM records WHERE kind = ? AND state = ? LIMIT 1').get(AUDIT, 'add-key' satisfies ActName);
  if (made !== undefined) yield { what: `${KEYS_FILE} is gone: every API key of this game is refused.`, mend: keysFrom(folder) };
}
