import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { ActName } from '../../../contract/operation/acts.ts';
import type { Weekday } from '../../../domain/calendar.ts';
import { dayOf } from '../../answers/parts/board-days.ts';
import { KEYS_FILE } from '../backups/backing-up.ts';
import { IMPORTS } from '../../boards/revising/import-holds.ts';
import { isDatabaseLost } from '../open-data.ts';
import { TOLERANCE_MS } from '../../operation/clock-watch.ts';
import { IS_VOIDED, NEWEST_RECEIVED, timeToColumn } from '../../store/held/columns.ts';
import { AUDIT } from '../../store/records.ts';
import { alteredTriggers } from '../../store/sqlite/audit.ts';
import { APPLICATION_ID, READABLE_VERSIONS, SCHEMA_VERSION } from '../../store/sqlite/file/schema.ts';
import { documentKey } from '../../store/sqlite/file/meta-table.ts';
import { type Finding, keysFrom, quoted } from './finding.ts';
import { dayWords, momentWords } from '../../../contract/parts/time-words.ts';

/** How many events a finding names. */
const NAMED = 5;

/** The fix for events received in the future. */
export const CLOCK_MEND =
  "If the clock is wrong: timedatectl set-ntp true. If it is right: laurels events void --future --reason 'The clock was ahead'";

/** SQLite errors for files that the system did not let it open, which say nothing about their contents. */
const NOT_OPENED = new Set([3, 8, 14]);

/** Checks the database of a readable folder. `now` is in epoch milliseconds. */
export async function checkDatabase(folder: string, now: number): Promise<readonly Finding[]> {
  const file = join(folder, 'laurels.db');
  if (!existsSync(file))
    return [
      isDatabaseLost(folder)
        ? {
            what: `The database ${file} is missing.`,
            mend: 'Bring it back, for example by mounting its disk. Or move the folder away, then: laurels restore FILE',
          }
        : { what: `There is no database ${file}.`, mend: 'laurels restore FILE, or start the server, which creates one.' },
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
    const problem = String(Object.values(opened.prepare('PRAGMA quick_check(1)').get() ?? {})[0] ?? 'it cannot be checked');
    if (problem !== 'ok') found.push(damaged(problem));
    if (foreign !== undefined) return found;
    return [...found, ...triggers(opened), ...futureEvents(opened, now), ...closedEarly(opened, now), ...unfinished(opened), ...lostKeys(opened, folder)];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (!NOT_OPENED.has(((error as { readonly errcode?: number }).errcode ?? 0) & 0xff)) return [damaged(why)];
    return [{ what: `${file} cannot be opened (${why}). It may be intact.`, mend: `chown -R "$USER" ${quoted(folder)}` }];
  }
}

/** Reports a database of another program or schema version. */
function foreignness(opened: DatabaseSync, file: string): Finding | undefined {
  if (pragma(opened, 'application_id') !== APPLICATION_ID)
    return { what: `${file} belongs to another program.`, mend: 'Set LAURELS_DATA to another folder.' };
  const version = pragma(opened, 'user_version');
  if (READABLE_VERSIONS.includes(version)) return undefined;
  return {
    what: `The database has schema version ${version}, but this version of Laurels requires ${READABLE_VERSIONS.join(' or ')} and will not start.`,
    mend: 'Use the version of Laurels that wrote it.',
  };
}

function pragma(opened: DatabaseSync, name: string): number {
  return Number(Object.values(opened.prepare(`PRAGMA ${name}`).get()!)[0]);
}

/** Triggers that Laurels did not create or that were changed; an earlier version's are replaced when it is upgraded. */
function* triggers(opened: DatabaseSync): Generator<Finding> {
  if (pragma(opened, 'user_version') !== SCHEMA_VERSION) return;
  for (const { name, fault } of alteredTriggers(opened))
    yield {
      what: `The trigger ${quoted(name)} in the database ${fault}. It could change or reject what is recorded.`,
      mend: 'Stop the server, then: laurels rebuild, which lists every difference. Or move the folder away, then: laurels restore FILE',
    };
}

/** Events received later than now: a clock was ahead, or is behind. */
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
      ? `The newest event is dated ${momentWords(newest, 'second')}, but the clock says ${momentWords(now, 'second')}. No period closes until a newer event arrives, or this one is voided.`
      : `The clock says ${momentWords(now, 'second')}, but has been ahead before.`;
  yield { what: `${about} Events received in the future: ${named.join(', ')}.`, mend: CLOCK_MEND };
}

/** Periods closed early by a clock that was ahead, latest first, in the order to reopen them. */
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
      what: `The ${String(kind)} period of ${dayWords(day)} on "${String(name)}" closed early because a clock was ahead.`,
      mend: `laurels periods reopen ${quoted(String(name))} ${String(kind)} ${day} --reason 'The clock was ahead'`,
    };
  }
}

/** Unfinished imports, which may still be running. */
function unfinished(opened: DatabaseSync): Finding[] {
  const row = opened.prepare('SELECT value FROM meta WHERE key = ?').get(documentKey(IMPORTS.name));
  return IMPORTS.read(row === undefined ? undefined : String(row['value'])).map(({ id, file, board, seenAt }) => ({
    what: `The import of ${JSON.stringify(file)} into "${board}" is unfinished and holds past periods open. Last active ${momentWords(seenAt)}.`,
    mend: `If it is not running: laurels import ${quoted(file)} --board ${quoted(board)} resumes it, laurels imports drop ${id} cancels it.`,
  }));
}

function* lostKeys(opened: DatabaseSync, folder: string): Generator<Finding> {
  if (existsSync(join(folder, KEYS_FILE))) return;
  const made = opened.prepare('SELECT 1 FROM records WHERE kind = ? AND state = ? LIMIT 1').get(AUDIT, 'add-key' satisfies ActName);
  if (made !== undefined) yield { what: `${KEYS_FILE} is missing, so all API keys are refused.`, mend: keysFrom(folder) };
}
