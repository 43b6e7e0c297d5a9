import type { DatabaseSync, StatementSync } from 'node:sqlite';

import { PERIOD_KINDS, type PeriodKind } from '../../../domain/calendar.ts';
import type { Direction, Score, ScoringRule } from '../../../domain/scoring.ts';
import type { StoredEvent, StoredPlayer } from '../points-store.ts';
import { addActivitySql, pointsInSql } from './activity-tally.ts';

/** All time has no end on either side, and the columns are whole numbers: no moment of a clock is out here. */
const BEFORE_ALL = Number.MIN_SAFE_INTEGER;
const AFTER_ALL = Number.MAX_SAFE_INTEGER;

/** Epoch milliseconds or an infinity, as the database keeps them. */
export function timeToColumn(time: number): number {
  return Math.max(BEFORE_ALL, Math.min(AFTER_ALL, time));
}

export function timeFromColumn(column: number): number {
  if (column === BEFORE_ALL) return -Infinity;
  return column === AFTER_ALL ? Infinity : column;
}

export interface BoardRow {
  readonly number: number;
  readonly name: string;
  readonly title: string;
  readonly scoring: ScoringRule;
  readonly direction: Direction;
  readonly time_zone: string;
  readonly week_start: number;
}

export interface PeriodRow {
  readonly number: number;
  readonly board: number;
  readonly kind: PeriodKind;
  readonly start: number;
  readonly end: number;
  readonly standings: number;
  readonly closed_at: number | null;
}

export interface PlayerRow {
  readonly number: number;
  readonly username: string;
  readonly display_name: string;
  readonly avatar: string;
}

export interface ScoreRow {
  readonly points: number;
  readonly reached_at: number;
  readonly latest_at: number;
}

export interface StandingRow extends ScoreRow {
  readonly player: number;
  readonly period: number;
}

export interface EventRow {
  readonly seq: number;
  readonly board: number;
  readonly player: number;
  readonly id: string;
  readonly points: number;
  readonly at: number;
  readonly activity: string;
  readonly received_at: number;
  readonly counted: number;
  readonly previous: number | null;
}

export interface ActivityDayRow {
  readonly activity: string;
  readonly events: number;
  readonly points: number;
  readonly activities: number;
}

export function scoreFrom({ points, reached_at: reachedAt, latest_at: latestAt }: ScoreRow): Score {
  return { points, reachedAt, latestAt };
}

export function eventFrom({ seq, id, points, at, activity, received_at: receivedAt, counted }: EventRow): StoredEvent {
  return { seq, id, points, at, receivedAt, activity, counted: PERIOD_KINDS.filter((_, bit) => (counted & (1 << bit)) !== 0) };
}

export function playerFrom({ number, username, display_name: displayName, avatar }: PlayerRow): StoredPlayer {
  return { number, username, displayName, avatar };
}

/** Everything the writer asks its database, prepared once. */
const SQL = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',

  boards: 'SELECT * FROM boards ORDER BY number',
  saveBoard: `
    INSERT INTO boards (name, title, scoring, direction, time_zone, week_start) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (name) DO UPDATE SET title = excluded.title`,

  answerOf: 'SELECT digest, answer FROM events WHERE board = ? AND id = ?',
  addEvent: `
    INSERT INTO events (board, id, player, points, at, activity, received_at, digest, counted, answer, previous)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  eventAt: 'SELECT seq, board, player, id, points, at, activity, received_at, counted, previous FROM events WHERE seq = ?',
  newestEvent: 'SELECT coalesce(max(seq), 0) AS seq FROM events',
  // The plus keeps the index of ids, which begins with the board, from being read from end to end.
  countedEvents: `
    SELECT player, at, points FROM events
    WHERE seq > ? AND seq <= ? AND +board = ? AND at >= ? AND at < ? AND counted & ? <> 0 ORDER BY seq`,
  latestEvent: `
    SELECT latest_event FROM standings
    WHERE board = ?1 AND player = ?2 AND period = (SELECT number FROM periods WHERE board = ?1 AND kind = 'all-time')`,

  // The chain is followed here and not row by row: a count of thousands takes a few milliseconds.
  countEvents: `
    WITH RECURSIVE chain (seq, looked) AS (
      SELECT ?1, 1
      UNION ALL
      SELECT previous, looked + 1 FROM chain JOIN events USING (seq)
      WHERE previous IS NOT NULL AND looked < ?2 AND received_at >= ?3
    )
    SELECT
      coalesce(sum(at >= ?4 AND at < ?5 AND received_at >= ?3), 0) AS count,
      max(looked) < ?2 OR min(received_at) < ?3 OR sum(previous IS NULL) > 0 AS "all"
    FROM chain JOIN events USING (seq)`,

  player: 'SELECT number, username, display_name, avatar FROM players WHERE number = ?',
  playerOf: 'SELECT number, username, display_name, avatar FROM players WHERE fold = ?',
  namesAfter: 'SELECT number, searched FROM players WHERE number > ? ORDER BY number LIMIT ?',
  knownSince: 'SELECT known_since FROM players WHERE number = ?',
  newestPlayer: 'SELECT number, known_since FROM players ORDER BY number DESC LIMIT 1',
  addPlayer: 'INSERT INTO players (username, fold, display_name, avatar, searched, known_since) VALUES (?, ?, ?, ?, ?, ?)',
  updatePlayer: 'UPDATE players SET display_name = ?, avatar = ?, searched = ? WHERE number = ?',

  period: 'SELECT * FROM periods WHERE board = ? AND kind = ? AND start = ?',
  addPeriod: 'INSERT INTO periods (board, kind, start, "end", standings) VALUES (?, ?, ?, ?, 0)',
  countStandings: 'UPDATE periods SET standings = standings + ? WHERE number = ?',
  endedPeriods: `SELECT * FROM periods WHERE closed_at IS NULL AND "end" <= ? AND standings > 0 AND kind <> 'all-time'`,
  periodSizes: `
    SELECT start, standings FROM periods
    WHERE board = ? AND kind = ? AND start >= ? AND start < ? AND standings > 0 ORDER BY start`,
  periodBefore: `
    SELECT start FROM periods WHERE board = ? AND kind = ? AND start < ? AND standings > 0 ORDER BY start DESC LIMIT 1`,
  periodAfter: `
    SELECT start FROM periods WHERE board = ? AND kind = ? AND start > ? AND standings > 0 ORDER BY start LIMIT 1`,
  firstPeriod: 'SELECT min(start) AS start FROM periods WHERE board = ? AND kind = ? AND standings > 0',
  closePeriod: 'UPDATE periods SET closed_at = ? WHERE number = ?',

  totalsOf: 'SELECT period, points, reached_at, latest_at, latest_event FROM standings WHERE board = ? AND player = ?',
  addTotal: `
    INSERT INTO standings (points, reached_at, latest_at, latest_event, board, player, period) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  changeTotal: `
    UPDATE standings SET points = ?, reached_at = ?, latest_at = ?, latest_event = ?
    WHERE board = ? AND player = ? AND period = ?`,
  dropTotal: 'DELETE FROM standings WHERE board = ? AND player = ? AND period = ?',

  beginClosing: 'INSERT INTO closings (period) VALUES (?) ON CONFLICT DO NOTHING',
  isClosing: 'SELECT 1 FROM closings WHERE period = ?',
  endClosing: 'DELETE FROM closings WHERE period = ?',
  closedAndUncleared: 'SELECT board, number FROM closings JOIN periods ON number = period WHERE closed_at IS NOT NULL ORDER BY number',
  addFinal: `
    INSERT INTO final_standings (period, rank, player, points, reached_at, latest_at)
    SELECT period, ?, player, points, reached_at, latest_at FROM standings WHERE board = ? AND player = ? AND period = ?
    ON CONFLICT DO NOTHING`,
  dropFinals: `
    DELETE FROM final_standings
    WHERE period = ?1 AND rank < ?2 + (SELECT min(rank) FROM final_standings WHERE period = ?1)`,
  finalPlayers: 'SELECT player FROM final_standings WHERE period = ? AND player > ? ORDER BY player LIMIT ?',
  finals: `
    SELECT rank, number, username, display_name, avatar, points, reached_at, latest_at
    FROM final_standings JOIN players ON players.number = player
    WHERE period = ? AND rank >= ? ORDER BY rank LIMIT ?`,
  finalRank: `
    SELECT rank FROM periods JOIN final_standings ON period = number
    WHERE board = ? AND kind = ? AND start = ? AND closed_at IS NOT NULL AND player = ?`,

  addActivity: addActivitySql('activity_days'),
  nextActivityDay: 'SELECT min(day) AS day FROM activity_days WHERE board = ? AND day >= ? AND day < ?',
  activitiesOf: `
    WITH largest AS MATERIALIZED (
      SELECT activity, events, ${pointsInSql('points_high', 'points_low')} AS points
      FROM activity_days WHERE board = ?1 AND day = ?2 AND activity <> '' ORDER BY points DESC, activity LIMIT ?3
    )
    SELECT activity, events, points, 1 AS activities FROM largest
    UNION ALL
    SELECT '', sum(events), ${pointsInSql('sum(points_high)', 'sum(points_low)')}, count(*)
    FROM activity_days WHERE board = ?1 AND day = ?2 AND activity NOT IN (SELECT activity FROM largest) HAVING count(*) > 0`,
  totalOf: 'SELECT points, reached_at, latest_at FROM standings WHERE board = ? AND player = ? AND period = ?',
  finalTotalOf: 'SELECT points, reached_at, latest_at FROM final_standings WHERE period = ? AND player = ?',
  finalPlaces: `
    SELECT start, rank, standings AS total, points
    FROM periods CROSS JOIN final_standings ON period = number AND player = ?
    WHERE board = ? AND kind = ? AND closed_at IS NOT NULL ORDER BY start DESC LIMIT ?`,
  bestFinalPlace: `
    SELECT kind, start, rank, standings AS total, points
    FROM periods CROSS JOIN final_standings ON period = number AND player = ?
    WHERE board = ? AND closed_at IS NOT NULL ORDER BY rank, "end", start DESC LIMIT 1`,
  totalsSince: `
    SELECT start, coalesce(final.points, open.points) AS points
    FROM periods
    LEFT JOIN final_standings AS final ON final.period = number AND final.player = ?1
    LEFT JOIN standings AS open ON open.board = ?2 AND open.player = ?1 AND open.period = number
    WHERE periods.board = ?2 AND kind = ?3 AND start >= ?4 AND coalesce(final.points, open.points) IS NOT NULL
    ORDER BY start`,

  document: `SELECT value FROM meta WHERE key = 'document:' || ?`,
  saveDocument: `INSERT INTO meta (key, value) VALUES ('document:' || ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
} as const;

export type Statements = Readonly<Record<keyof typeof SQL, StatementSync>>;

export function prepareStatements(database: DatabaseSync): Statements {
  return Object.fromEntries(Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)])) as unknown as Statements;
}
