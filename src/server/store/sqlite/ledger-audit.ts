import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { PERIOD_KINDS, periodContaining } from '../../../domain/calendar.ts';
import { score, type Score } from '../../../domain/scoring.ts';
import { SpanCache } from '../../../domain/span-cache.ts';
import type { BoardSettings } from '../stored-values.ts';
import { type ActivityRow, ActivityTally, addActivitySql } from './activity-tally.ts';
import { type EventRow, type PeriodRow, scoreFrom, type ScoreRow, type StandingRow, timeFromColumn, timeToColumn } from './columns.ts';
import { differingBlocks } from './ledger-blocks.ts';
import { type Prepare, preparing } from './query.ts';

/** How many differences are put in words; the rest would say the same. */
const DESCRIBED = 100;

/** Rows of a tally that are held in memory; more go to a table of their own, which may be on disk. */
const TALLIED_AT_ONCE = 10_000;

/** Players between two turns of the event loop. */
const PLAYERS_PER_TURN = 1000;

type LedgerRow = Pick<EventRow, 'seq' | 'player' | 'points' | 'at' | 'activity' | 'counted' | 'previous'>;

/** As stored, and whether its closing is under way: what its other form has is neither complete nor missed. */
interface AuditedRow extends PeriodRow {
  readonly closing: 0 | 1;
}

interface AuditedPeriod {
  readonly row: AuditedRow | undefined;
  readonly start: number;
  readonly end: number;
  readonly name: string;
  compared: number;
}

/**
 * Folds the ledger anew with `domain`'s rule and compares the totals with all standings, open and final.
 * `snapshot` is a connection that sees one moment. Events are read player by player, each player's in the order
 * they were recorded, so that memory does not grow with the board. A total takes no part in what comes after
 * an event that was not counted, because its period was closed: `events.counted` says which.
 */
export async function auditLedger(
  snapshot: DatabaseSync,
  boards: Iterable<{ readonly number: number; readonly settings: BoardSettings }>,
): Promise<{ readonly events: number; readonly standings: number; readonly differences: readonly string[] }> {
  const audit = new Audit(snapshot);
  for (const { quick_check: problem } of preparing(snapshot)<{ readonly quick_check: string }>('PRAGMA quick_check(10)').all()) {
    if (problem !== 'ok') audit.differs(`database file: ${problem}`);
  }
  audit.players();
  snapshot.exec(`
    CREATE TEMP TABLE counted_activities (
      board INTEGER NOT NULL, day INTEGER NOT NULL, activity TEXT NOT NULL,
      events INTEGER NOT NULL, points_high INTEGER NOT NULL, points_low INTEGER NOT NULL,
      PRIMARY KEY (board, day, activity)
    ) STRICT, WITHOUT ROWID`);
  const names = new Map<number, string>();
  for (const { number, settings } of boards) {
    names.set(number, settings.name);
    await audit.board(number, settings);
  }
  for await (const { board, block, after } of differingBlocks(snapshot)) {
    audit.differs(`board ${names.get(board) ?? board}, block ${block}: not what the events from ${after + 1} are`);
  }
  return audit.result();
}

class Audit {
  readonly #prepare: Prepare;
  readonly #differences: string[] = [];
  #omitted = 0;
  #events = 0;
  #standings = 0;

  constructor(snapshot: DatabaseSync) {
    this.#prepare = preparing(snapshot);
  }

  differs(description: string): void {
    if (this.#differences.length < DESCRIBED) this.#differences.push(description);
    else this.#omitted += 1;
  }

  result(): { readonly events: number; readonly standings: number; readonly differences: readonly string[] } {
    const more = this.#omitted === 0 ? [] : [`and ${this.#omitted} more`];
    return { events: this.#events, standings: this.#standings, differences: [...this.#differences, ...more] };
  }

  async board(number: number, settings: BoardSettings): Promise<void> {
    const periods = this.#periods(number, settings);
    const spans = new SpanCache((kind, at) => {
      const { start, end } = periodContaining(kind, at, settings.calendar);
      const name = `${kind} ${start}`;
      const known = periods.get(name);
      if (known !== undefined) return known;
      const unknown: AuditedPeriod = { row: undefined, start, end, name: nameOf(settings, kind, start), compared: 0 };
      periods.set(name, unknown);
      return unknown;
    });
    const finalOf = this.#prepare<ScoreRow, [period: number, player: number]>(
      'SELECT points, reached_at, latest_at FROM final_standings WHERE period = ? AND player = ?',
    );
    const standings = groupByPlayer(
      this.#prepare<StandingRow, [board: number]>(
        'SELECT player, period, points, reached_at, latest_at, latest_event FROM standings WHERE board = ? ORDER BY player, period',
      ).iterate(number),
    );
    let open = standings.next();
    const skipTo = (player: number) => {
      while (open.done !== true && open.value.player < player) {
        this.differs(`board ${settings.name}, player ${open.value.player}: has standings and no events`);
        open = standings.next();
      }
    };

    const tally = new ActivityTally();
    const addActivity = this.#prepare<never, [board: number, ...row: ActivityRow]>(addActivitySql('counted_activities'));
    const keepTally = () => {
      for (const row of tally.take()) addActivity.run(number, ...row);
    };
    let players = 0;
    const ledger = this.#prepare<LedgerRow, [board: number]>(
      'SELECT seq, player, points, at, activity, counted, previous FROM events WHERE board = ? ORDER BY player, seq',
    );
    for (const { player, rows } of groupByPlayer(ledger.iterate(number))) {
      const folded = this.#fold(settings, spans, rows, tally);
      if (tally.size >= TALLIED_AT_ONCE) keepTally();
      skipTo(player);
      const stored = new Map<number, StandingRow>();
      if (open.done !== true && open.value.player === player) {
        for (const row of open.value.rows) stored.set(row.period, row);
        open = standings.next();
      }
      this.#followChain(`board ${settings.name}, player ${player}`, rows, stored.values());
      for (const [period, total] of folded) {
        const closed = period.row !== undefined && period.row.closed_at !== null;
        const kept = period.row === undefined ? undefined : closed ? finalOf.get(period.row.number, player) : stored.get(period.row.number);
        this.#compare(period, player, total, kept);
        if (period.row !== undefined && (!closed || period.row.closing === 1)) stored.delete(period.row.number);
      }
      for (const period of stored.keys())
        this.differs(`board ${settings.name}, player ${player}, period ${period}: has a total and no events`);
      players += 1;
      if (players % PLAYERS_PER_TURN === 0) await nextTurn();
    }
    skipTo(Infinity);
    this.#compareSizes(periods);
    keepTally();
    this.#compareActivities(number, settings.name);
  }

  #periods(board: number, settings: BoardSettings): Map<string, AuditedPeriod> {
    const rows = this.#prepare<AuditedRow, [board: number]>(
      'SELECT *, EXISTS (SELECT 1 FROM closings WHERE period = number) AS closing FROM periods WHERE board = ?',
    );
    return new Map(
      rows.all(board).map((row) => {
        const start = timeFromColumn(row.start);
        const end = timeFromColumn(row.end);
        return [`${row.kind} ${start}`, { row, start, end, name: nameOf(settings, row.kind, start), compared: 0 }];
      }),
    );
  }

  /** Of days and activities, what the ledger makes and what is kept. */
  #compareActivities(board: number, name: string): void {
    const rows = (table: string) => `SELECT day, activity, events, points_high, points_low FROM ${table} WHERE board = ?1`;
    const made = rows('counted_activities');
    const kept = rows('activity_days');
    const differing = this.#prepare<
      { readonly day: number; readonly activity: string },
      [board: number]
    >(`SELECT day, activity FROM (SELECT * FROM (${made} EXCEPT ${kept}) UNION ALL SELECT * FROM (${kept} EXCEPT ${made}))
       GROUP BY day, activity`);
    for (const { day, activity } of differing.iterate(board)) {
      this.differs(`board ${name}, day from ${new Date(day).toISOString()}, activity "${activity}": not what its events add up to`);
    }
  }

  #fold(
    settings: BoardSettings,
    spans: SpanCache<AuditedPeriod>,
    rows: readonly LedgerRow[],
    tally: ActivityTally,
  ): Map<AuditedPeriod, Score> {
    const folded = new Map<AuditedPeriod, Score>();
    for (const { seq, points, at, activity, counted } of rows) {
      this.#events += 1;
      const periods = spans.containing(at);
      tally.add(periods[0]!.start, activity, points);
      for (const bit of PERIOD_KINDS.keys()) {
        if ((counted & (1 << bit)) === 0) continue;
        const period = periods[bit]!;
        try {
          folded.set(period, score(settings.scoring, settings.direction, folded.get(period), { points, at }));
        } catch (error) {
          this.differs(`${period.name}, event ${seq}: ${String(error)}`);
        }
      }
    }
    return folded;
  }

  /** Each event names the one before of the same player, and exactly one of the standings the last one. */
  #followChain(of: string, rows: readonly LedgerRow[], standings: Iterable<StandingRow>): void {
    let before: number | null = null;
    for (const { seq, previous } of rows) {
      if (previous !== before)
        this.differs(`${of}, event ${seq}: follows ${previous ?? 'none'}, and the ledger has ${before ?? 'none'} before it`);
      before = seq;
    }
    const named = [...standings].flatMap(({ latest_event: latest }) => latest ?? []);
    if (named.length !== 1 || named[0] !== before) {
      this.differs(`${of}: the latest event is ${before}, the standings name ${named.join(', ') || 'none'}`);
    }
  }

  /** Who was known at a moment is found by halving: numbers without gaps, moments that never fall. */
  players(): void {
    const counted = this.#prepare<{ readonly count: number; readonly last: number }>(
      'SELECT count(*) AS count, coalesce(max(number), 0) AS last FROM players',
    );
    const { count, last } = counted.get()!;
    if (count !== last) this.differs(`players: ${count} players with numbers up to ${last}`);
    const falls = this.#prepare<{
      readonly number: number;
    }>(`SELECT later.number FROM players AS later JOIN players AS earlier ON earlier.number = later.number - 1
       WHERE later.known_since < earlier.known_since`);
    for (const { number } of falls.all()) this.differs(`player ${number}: known before the player who came first`);
  }

  #compare(period: AuditedPeriod, player: number, total: Score, kept: ScoreRow | undefined): void {
    this.#standings += 1;
    period.compared += 1;
    const found = kept === undefined ? undefined : scoreFrom(kept);
    if (found === undefined || found.points !== total.points || found.reachedAt !== total.reachedAt || found.latestAt !== total.latestAt) {
      this.differs(`${period.name}, player ${player}: the ledger makes ${inWords(total)}, the standings have ${inWords(found)}`);
    }
  }

  /** What is in the standings beside what the ledger made, seen by numbers alone. */
  #compareSizes(periods: ReadonlyMap<string, AuditedPeriod>): void {
    const finals = this.#prepare<{ readonly count: number; readonly last: number }, [period: number]>(
      'SELECT count(*) AS count, coalesce(max(rank), 0) AS last FROM final_standings WHERE period = ?',
    );
    for (const { row, name, compared } of periods.values()) {
      if (row === undefined) continue;
      if (row.standings !== compared) this.differs(`${name}: ${row.standings} players counted, ${compared} in the ledger`);
      const { count, last } = finals.get(row.number)!;
      if (row.closed_at === null && row.closing === 1) continue;
      const expected = row.closed_at === null ? 0 : compared;
      if (count !== expected || last !== expected) this.differs(`${name}: ${count} final ranks up to ${last}, expected ${expected}`);
    }
  }
}

function nameOf(settings: BoardSettings, kind: string, start: number): string {
  const from = Number.isFinite(start) ? ` from ${new Date(timeToColumn(start)).toISOString()}` : '';
  return `board ${settings.name}, ${kind}${from}`;
}

function inWords(total: Score | undefined): string {
  return total === undefined ? 'nothing' : `${total.points} points (reached ${total.reachedAt}, latest ${total.latestAt})`;
}

/** Rows that come player by player, gathered. */
function* groupByPlayer<Row extends { readonly player: number }>(
  rows: Iterable<Row>,
): Generator<{ readonly player: number; readonly rows: readonly Row[] }, undefined> {
  let group: Row[] = [];
  for (const row of rows) {
    const first = group[0];
    if (first !== undefined && first.player !== row.player) {
      yield { player: first.player, rows: group };
      group = [];
    }
    group.push(row);
  }
  const last = group[0];
  if (last !== undefined) yield { player: last.player, rows: group };
  return undefined;
}
