import { hash } from 'node:crypto';
import { rmSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ApiCompared } from '../../../contract/operation/backups.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { openSnapshot } from '../../store/sqlite/file/database-file.ts';
import { restore } from './restoring.ts';

/** A check of a backup, for its own thread. `drill`: compares the restored data with the live data. */
export interface DrillAsked {
  readonly backup: string;
  /** The live data folder. */
  readonly folder: string;
  readonly does: 'verify' | 'drill';
}

/** An all-time total in a backup. */
interface RestoredTotal {
  readonly board: string;
  readonly player: number;
  readonly points: number;
}

interface DrilledTotal extends RestoredTotal {
  /** Whether its player has later events, or earlier ones were voided or restored since. */
  readonly isNewer: boolean;
}

export interface Drilled {
  readonly events: number;
  readonly standings: number;
  readonly compared: {
    readonly tables: readonly ApiCompared[];
    /** For comparison with the server's live totals. */
    readonly totals: readonly DrilledTotal[];
    /** The last event of the live data at that moment. */
    readonly lastEvent: number;
  } | undefined;
}

/** How many totals are compared, per board and overall. */
const TOTALS_PER_BOARD = 100;
const MOST_TOTALS = 10_000;

/** A restored database may be slightly larger than its backup. */
const ROOM = 1.5;

/** Where a backup of a data folder is restored for a drill: servers may share a backup folder. */
export function drillPlace(backups: string, folder: string): string {
  return join(backups, `.drill-${hash('sha256', folder).slice(0, 8)}`);
}

/**
 * Restores a backup to a folder next to it, replays all its events, and deletes the folder. Live data is only read.
 * @throws {Error} with the reason.
 */
export async function drill({ backup, folder, does }: DrillAsked, reached: (done: number, total: number) => void): Promise<Drilled> {
  const place = drillPlace(dirname(backup), folder);
  const { bavail, bsize } = statfsSync(dirname(backup));
  if (bavail * bsize < ROOM * statSync(backup).size)
    throw new Error(`There is not enough free space in ${dirname(backup)} to restore it. Nothing was changed.`);
  rmSync(place, { recursive: true, force: true });
  const totals: RestoredTotal[] = [];
  try {
    const { events, standings } = await restore(backup, place, {
      reached,
      work: async (store) => void (does === 'drill' && totals.push(...(await someTotals(store)))),
    });
    if (does === 'verify') return { events, standings, compared: undefined };
    return { events, standings, compared: compared(join(place, 'laurels.db'), join(folder, 'laurels.db'), totals) };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function someTotals(store: PointsStore): Promise<RestoredTotal[]> {
  const found: RestoredTotal[] = [];
  for (const { name: board } of await store.boards()) {
    let left = Math.min(TOTALS_PER_BOARD, MOST_TOTALS - found.length);
    for await (const { players, points } of store.standings({ board, kind: 'all-time', start: -Infinity })) {
      for (const [i, player] of players.subarray(0, left).entries()) found.push({ board, player, points: points[i]! });
      left -= Math.min(left, players.length);
      if (left === 0) break;
    }
  }
  return found;
}

function compared(restored: string, live: string, totals: readonly RestoredTotal[]): Drilled['compared'] {
  using database = openSnapshot(live);
  database.exec('COMMIT');
  database.prepare('ATTACH ? AS restored').run(restored);
  database.exec('BEGIN');
  const tables = Object.entries(COMPARISONS).map(([what, sql]) => Object.assign({ what }, database.prepare(sql).get()) as unknown as ApiCompared);
  const { last } = database.prepare('SELECT coalesce(max(seq), 0) AS last FROM main.events').get() as { last: number };
  const changed = new Set(database.prepare(CHANGED_PLAYERS).all().map(({ player }) => player));
  return { tables, lastEvent: last, totals: totals.map((total) => ({ ...total, isNewer: changed.has(total.player) })) };
}

const LAST_EVENT = '(SELECT coalesce(max(seq), 0) FROM restored.events)';
const LAST_REVISION = '(SELECT coalesce(max(number), 0) FROM restored.revisions)';
const LAST_REOPENING = '(SELECT coalesce(max(number), 0) FROM restored.reopenings)';

const CHANGED_PLAYERS = `
  SELECT player FROM main.events WHERE seq > ${LAST_EVENT}
  UNION SELECT player FROM main.revisions JOIN main.events ON event = seq WHERE revisions.number > ${LAST_REVISION}`;

/** Whether these columns are the same in the live row, `l`, and the restored one, `r`. */
function same(...columns: readonly string[]): string {
  return columns.map((column) => `l.${column} IS r.${column}`).join(' AND ');
}

/**
 * Counts rows that are the same, newer and different. Newer: rows that changed in a way that the live data explains, and rows added since.
 */
function comparison({ from, isSame, isNewer, added }: Readonly<Record<'from' | 'isSame' | 'isNewer' | 'added', string>>): string {
  return `
    SELECT coalesce(sum(same), 0) AS same, coalesce(sum(NOT same AND newer), 0) + (${added}) AS newer,
      coalesce(sum(NOT same AND NOT newer), 0) AS different
    FROM (SELECT coalesce(${isSame}, 0) AS same, coalesce(${isNewer}, 0) AS newer FROM ${from})`;
}

const COMPARISONS = {
  boards: comparison({
    from: 'restored.boards r LEFT JOIN main.boards l USING (number)',
    isSame: same('name', 'title', 'unit', 'state'),
    // A board is renamed only when it is removed.
    isNewer: `${same('scoring', 'direction', 'time_zone', 'week_start')} AND (l.name IS r.name OR l.state = 'removed')`,
    added: 'SELECT count(*) FROM main.boards WHERE number > (SELECT coalesce(max(number), 0) FROM restored.boards)',
  }),
  events: comparison({
    from: 'restored.events r LEFT JOIN main.events l USING (seq)',
    isSame: same('id', 'board', 'player', 'points', 'at', 'activity', 'received_at'),
    // The event's player was erased.
    isNewer: `${same('board', 'player', 'points', 'at', 'received_at')} AND l.id LIKE ' %'`,
    added: `SELECT count(*) FROM main.events WHERE seq > ${LAST_EVENT}`,
  }),
  revisions: comparison({
    from: 'restored.revisions r LEFT JOIN main.revisions l USING (number)',
    isSame: same('event', 'does', 'at', 'counted'),
    isNewer: '0',
    added: `SELECT count(*) FROM main.revisions WHERE number > ${LAST_REVISION}`,
  }),
  results: comparison({
    from: `(SELECT f.*, p.closed_at FROM restored.final_standings f JOIN restored.periods p ON p.number = f.period WHERE p.closed_at IS NOT NULL) r
      LEFT JOIN main.final_standings l USING (period, rank)`,
    isSame: same('player', 'points', 'reached_at'),
    isNewer: `EXISTS (SELECT 1 FROM main.reopenings WHERE reopenings.period = r.period AND reopenings.number > ${LAST_REOPENING})`,
    added: `SELECT count(*) FROM main.final_standings f JOIN main.periods p ON p.number = f.period
      LEFT JOIN restored.periods b ON b.number = f.period WHERE p.closed_at IS NOT NULL AND b.closed_at IS NULL`,
  }),
} as const;
