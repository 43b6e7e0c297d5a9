import type { DatabaseSync } from 'node:sqlite';

import { usernameKey } from '../../../domain/names/username-key.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Ledger } from '../points-store.ts';
import type { EventEffect, NewEvent, PeriodChange, Recorded, StoredPlayer } from '../stored-values.ts';
import { ActivityTally, type ActivityRow, addActivitySql } from './activity-tally.ts';
import type { Board, BoardTable } from './board-table.ts';
import { scoreFrom, type StandingRow } from './columns.ts';
import type { Commits } from './commits.ts';
import type { PlayerTable } from './player-table.ts';
import { type Prepare, preparing } from './query.ts';
import type { RecentPlayers } from './recent-players.ts';

type Answer = Parameters<Ledger['record']>[3];

/** A player's totals on one board, by period number, as they are with the commit under way. */
export interface PlayerTotals {
  player: StoredPlayer;
  readonly totals: Map<number, Score>;
  /** Periods whose total is not written yet, and whether it is their first: one that is there is cheaper to change than to write again. */
  readonly unwritten: Map<number, 'first' | 'changed'>;
  /** The `seq` of their latest event on the board. */
  latestEvent: number | undefined;
}

/** What a commit changed and has not written yet; players by the key they are remembered by. */
interface Touched {
  readonly players: Map<string, PlayerTotals>;
  /** New standings by period number. */
  readonly added: Map<number, number>;
  /** The number of the period whose standings name the latest event. */
  allTime: number | undefined;
  /** Players of new display names, by number. */
  readonly renamed: Map<number, StoredPlayer>;
  readonly activities: ActivityTally;
}

/**
 * Events in, and totals with them in the same commit. `recent` has totals of players seen lately, by board and player
 * key: right because this process is the only writer and a commit that fails empties it, whatever it had changed.
 *
 * Late events: an event belongs to the periods of its own time. One that is closed stays as it was archived,
 * and the change says so; the longer ones that are still open count the event (docs/decisions/0010-late-events.md).
 */
export function sqliteLedger(
  database: DatabaseSync,
  commits: Commits,
  boards: BoardTable,
  players: PlayerTable,
  recent: RecentPlayers<PlayerTotals>,
): Ledger {
  const sql = statements(preparing(database));
  commits.whenOneFails(() => recent.clear());

  /** Everything that can refuse the event is looked at before anything is written, so that a refusal leaves no trace. */
  function recordOne(board: Board, event: NewEvent, receivedAt: number, answer: Answer, touched: Touched): Recorded {
    const earlier = sql.answerOf.get(board.number, event.id);
    if (earlier !== undefined) {
      return earlier.digest === event.digest
        ? { outcome: 'repeated', answer: earlier.answer }
        : { outcome: 'refused', reason: 'known id, another body' };
    }

    const periods = board.periods.containing(event.at);
    const cacheKey = `${board.number} ${usernameKey(event.username)}`;
    const known = touched.players.get(cacheKey) ?? recent.get(cacheKey) ?? readTotals(board, event.username);
    // A negative zero is a zero in the database, and nobody should see a difference.
    const scored = { points: event.points + 0, at: event.at };
    const changes: PeriodChange[] = [];
    for (const period of periods) {
      if (period.closed) {
        changes.push({ state: 'closed', period: period.key });
        continue;
      }
      const before = period.number === undefined ? undefined : known?.totals.get(period.number);
      const after = exactScore(board.settings.scoring, board.settings.direction, before, scored);
      if (after === undefined) return { outcome: 'refused', reason: 'total out of range' };
      changes.push({ state: 'counted', period: period.key, before, after });
    }

    const totals: PlayerTotals = known ?? {
      player: players.add(event, receivedAt),
      totals: new Map(),
      unwritten: new Map(),
      latestEvent: undefined,
    };
    const player = players.updated(totals.player, event);
    if (player.displayName !== totals.player.displayName) touched.renamed.set(player.number, player);
    totals.player = player;
    let counted = 0;
    for (const [bit, change] of changes.entries()) {
      if (change.state === 'closed') continue;
      counted |= 1 << bit;
      const period = periods[bit]!;
      period.number ??= boards.addPeriod(board, period.key.kind, period.start, period.end);
      if (period.key.kind === 'all-time') touched.allTime = period.number;
      totals.totals.set(period.number, change.after);
      if (change.before === undefined) {
        touched.added.set(period.number, (touched.added.get(period.number) ?? 0) + 1);
        totals.unwritten.set(period.number, 'first');
      } else if (!totals.unwritten.has(period.number)) totals.unwritten.set(period.number, 'changed');
    }
    touched.players.set(cacheKey, totals);
    touched.activities.add(periods[0]!.start, event.activity, scored.points);

    const effect: EventEffect = { player, changes };
    const text = answer(effect, event);
    const { id, points, at, activity, digest } = event;
    const previous = totals.latestEvent ?? null;
    const { lastInsertRowid: seq } = sql.addEvent.run(
      board.number,
      id,
      player.number,
      points,
      at,
      activity,
      receivedAt,
      digest,
      counted,
      text,
      previous,
    );
    totals.latestEvent = seq;
    return { outcome: 'recorded', ...effect, answer: text };
  }

  function readTotals(board: Board, username: string): PlayerTotals | undefined {
    const player = players.named(username);
    if (player === undefined) return undefined;
    const totals = new Map<number, Score>();
    let latestEvent: number | undefined;
    for (const row of sql.totalsOf.all(board.number, player.number)) {
      totals.set(row.period, scoreFrom(row));
      latestEvent ??= row.latest_event ?? undefined;
    }
    return { player, totals, unwritten: new Map(), latestEvent };
  }

  /** Writes each total once, however many events of the commit changed it, in the order they lie on disk. */
  function writeTotals(board: Board, touched: Touched): void {
    const inOrder = [...touched.players.values()].toSorted((a, b) => a.player.number - b.player.number);
    for (const { player, totals, unwritten, latestEvent } of inOrder) {
      for (const [period, state] of unwritten) {
        const { points, reachedAt, latestAt } = totals.get(period)!;
        const event = period === touched.allTime ? latestEvent! : null;
        const write = state === 'first' ? sql.addTotal : sql.changeTotal;
        write.run(points, reachedAt, latestAt, event, board.number, player.number, period);
      }
      unwritten.clear();
    }
    for (const [key, totals] of touched.players) recent.set(key, totals);
    for (const [period, added] of touched.added) sql.countStandings.run(added, period);
    for (const row of touched.activities.take()) sql.addActivity.run(board.number, ...row);
  }

  return {
    async record(boardName, events, receivedAt, answer) {
      const board = boards.named(boardName);
      if (events.length === 0) return [];
      const touched: Touched = {
        players: new Map(),
        added: new Map(),
        allTime: undefined,
        renamed: new Map(),
        activities: new ActivityTally(),
      };
      const recorded = commits.run(() => {
        const outcomes = events.map((event) => recordOne(board, event, receivedAt, answer, touched));
        writeTotals(board, touched);
        return outcomes;
      });
      for (const player of touched.renamed.values()) players.renamed(player);
      return recorded;
    },
  };
}

/** In the order in which the statements below name them. */
type EventColumns = [number, string, number, number, number, string, number, string, number, string, number | null];
type TotalColumns = [number, number, number, number | null, number, number, number];

const statements = (prepare: Prepare) => ({
  answerOf: prepare<{ readonly digest: string; readonly answer: string }, [board: number, id: string]>(
    'SELECT digest, answer FROM events WHERE board = ? AND id = ?',
  ),
  addEvent: prepare<never, EventColumns>(
    `INSERT INTO events (board, id, player, points, at, activity, received_at, digest, counted, answer, previous)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  totalsOf: prepare<Omit<StandingRow, 'player'>, [board: number, player: number]>(
    'SELECT period, points, reached_at, latest_at, latest_event FROM standings WHERE board = ? AND player = ?',
  ),
  addTotal: prepare<never, TotalColumns>(
    'INSERT INTO standings (points, reached_at, latest_at, latest_event, board, player, period) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  changeTotal: prepare<never, TotalColumns>(
    `UPDATE standings SET points = ?, reached_at = ?, latest_at = ?, latest_event = ?
     WHERE board = ? AND player = ? AND period = ?`,
  ),
  countStandings: prepare<never, [added: number, period: number]>('UPDATE periods SET standings = standings + ? WHERE number = ?'),
  addActivity: prepare<never, [board: number, ...row: ActivityRow]>(addActivitySql('activity_days')),
});
