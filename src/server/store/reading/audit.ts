import { periodContaining, type PeriodKind } from '../../../domain/calendar.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { compareKeys } from '../../../domain/ordering.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import { SpanCache } from '../../../domain/span-cache.ts';
import type { Queryable } from '../held/queryable.ts';
import type { HeldBoard } from '../held/boards.ts';
import { areSameTotals, hasBit, type PeriodRow, scoreFrom, timeFromColumn, timeToColumn } from '../held/columns.ts';
import { blockOf, playersOf, type TotalsBlock } from '../held/totals-block.ts';
import type { BoardSettings } from '../stored-values.ts';

/** How many differences are described; more would not help. */
const DESCRIBED = 100;

/** Differences found by an audit, described for an operator. */
export class Differences {
  readonly #described: string[] = [];
  #omitted = 0;

  add(description: string): void {
    if (this.#described.length < DESCRIBED) this.#described.push(description);
    else this.#omitted += 1;
  }

  inWords(): readonly string[] {
    return this.#omitted === 0 ? this.#described : [...this.#described, `and ${this.#omitted} more`];
  }
}

/** A snapshot of a database to audit. */
export interface AuditedDatabase {
  readonly db: Queryable;
  /** The rows of a query, some thousands at a time; other work runs in between. */
  stretches<Row extends readonly unknown[]>(sql: string): AsyncIterable<readonly Row[]>;
  readonly boards: Iterable<Pick<HeldBoard, 'number' | 'settings'>>;
  /** The table of periods with the extra column of {@link AuditedPeriod}, in SQL. */
  readonly periods: string;
  /** The last log position that can be an event, and the position up to which all totals are complete. */
  readonly newest: number;
  readonly complete: number;
  /** The blocks of a board, and one of them; `through`: the position up to which it is complete. */
  blocks(board: number): Promise<Iterable<number>>;
  block(board: number, block: number): Promise<{ readonly totals: TotalsBlock; readonly through: number } | undefined>;
  /** SQL for the points in `activity_days`, for the points of an event, and for the sum that either represents. */
  readonly activityPoints: {
    readonly columns: string;
    readonly ofEvent: string;
    readonly sum: (columns: readonly (number | string)[]) => bigint;
  };
  /** Called with the players of a closed period in rank order; returns what is wrong with it, if anything. */
  closedTrouble?(period: AuditedPeriod, order: readonly number[]): string | undefined;
}

/** `unfinished`: an open period may have final ranks, because they are being written or are left from an earlier closing. */
type AuditedPeriod = Omit<PeriodRow, 'standings'> & {
  /** Meaningless for an open period. */
  readonly standings: number | null;
  readonly unfinished: boolean | 0 | 1;
};

type EventColumns = readonly [player: number, seq: number, points: number, at: number, counted: number, previous: number | null];

interface Span {
  readonly kind: PeriodKind;
  readonly start: number;
  readonly end: number;
  readonly period: AuditedPeriod | undefined;
}

/** A player's stored totals and final ranks on a board, by period number. */
interface KeptPlayer {
  latestEvent?: number | undefined;
  readonly totals: Map<number, Score>;
  readonly finals: Map<number, Score>;
}

/** The result of folding a board's ledger. */
interface Folded {
  events: number;
  standings: number;
  /** How many players are in each period, by period number. */
  readonly ranked: Map<number, number>;
}

/** Latest revisions, by the `seq` of the event. */
type Revisions = ReadonlyMap<number, { readonly isVoid: boolean; readonly counted: number }>;

type Board = Pick<HeldBoard, 'number' | 'settings'> & { readonly periods: readonly AuditedPeriod[] };

/**
 * Folds the ledger again, board by board and player by player in order of recording, so that only one player's events and all revisions are
 * in memory; compares the result with all totals, final ranks and activities. An event counts by its latest revision or else by its own
 * row. An error does not stop the audit. `reached` is called as in `PointsStore.verify`.
 */
export async function auditLedger(
  database: AuditedDatabase,
  differences: Differences,
  reached: (done: number, total: number) => void = () => {},
): Promise<{ readonly events: number; readonly standings: number }> {
  await auditPlayers(database, differences);
  const revised = await database.db.columns<readonly [event: number, does: string, counted: number]>(
    'SELECT event, does, counted FROM revisions ORDER BY number',
  );
  const revisions = new Map(revised.map(([event, does, counted]) => [event, { isVoid: does === 'void', counted }]));
  let events = 0;
  let standings = 0;
  for (const { number, settings } of database.boards) {
    try {
      const sql = `SELECT * FROM ${database.periods} WHERE board = $1 ORDER BY number`;
      const board: Board = { number, settings, periods: await database.db.rows<AuditedPeriod>(sql, [number]) };
      const folded = await foldLedger(database, board, revisions, differences, (ofBoard) => reached(events + ofBoard, database.newest));
      events += folded.events;
      standings += folded.standings;
      await auditActivities(database, board, revisions, differences);
      for (const period of board.periods) await auditPeriod(database, board, period, folded.ranked.get(period.number) ?? 0, differences);
    } catch (error) {
      // An unknown calendar, or a start that is not a time.
      differences.add(`board ${settings.name}: ${String(error)}`);
    }
  }
  return { events, standings };
}

/** Players are found by folded name, and by arrival with a binary search, so arrivals must not decrease. */
async function auditPlayers({ stretches }: AuditedDatabase, differences: Differences): Promise<void> {
  let newest = -Infinity;
  const players = stretches<readonly [number: number, username: string, fold: string, knownSince: number]>(
    'SELECT number, username, fold, known_since FROM players ORDER BY number',
  );
  for await (const rows of players)
    for (const [number, username, fold, knownSince] of rows) {
      if (fold !== usernameKey(username)) differences.add(`player ${number}: is kept under "${fold}", and is called "${username}"`);
      if (knownSince < newest) differences.add(`player ${number}: arrived before the player with the previous number`);
      newest = knownSince;
    }
}

/** Folds all events of a board and compares each player's result with the stored one. `reached`: called with the number of events read. */
async function foldLedger(
  database: AuditedDatabase,
  { number, settings, periods }: Board,
  revisions: Revisions,
  differences: Differences,
  reached: (events: number) => void,
): Promise<Folded> {
  const { newest, complete } = database;
  const folded: Folded = { events: 0, standings: 0, ranked: new Map() };
  const byStart = new Map(periods.map((period) => [`${period.kind} ${period.start}`, period]));
  const spans = new SpanCache((kind, at) => {
    const { start, end } = periodContaining(kind, at, settings.calendar);
    return { kind, start, end, period: byStart.get(`${kind} ${timeToColumn(start)}`) };
  });

  function auditPlayer(player: number, rows: readonly EventColumns[], { totals, finals, latestEvent }: KeptPlayer, through: number): void {
    const of = `board ${settings.name}, player ${player}`;
    if (rows.length === 0) {
      differences.add(`${of}: has totals and no events`);
      return;
    }
    if (through > newest) differences.add(`${of}: has totals of event ${through}, and the last one is ${newest}`);
    const made = new Map<string, { readonly span: Span; total: Score; asKept: Score | undefined }>();
    let before: number | null = null;
    let latest: number | undefined;
    for (const [, seq, points, at, counted, previous] of rows) {
      if (previous !== before)
        differences.add(`${of}, event ${seq}: follows ${previous ?? 'none'}, and the ledger has ${before ?? 'none'} before it`);
      before = seq;
      const revision = revisions.get(seq);
      const around = spans.containing(at);
      // Later events are folded when the database is opened.
      const isKept = seq <= through;
      if (isKept) latest = seq;
      else if (seq <= complete) differences.add(`${of}, event ${seq}: is missing in the totals`);
      for (const [bit, span] of around.entries()) {
        if (!hasBit(revision?.counted ?? counted, bit)) continue;
        const key = `${span.kind} ${span.start}`;
        const known = made.get(key);
        const total = exactScore(settings.scoring, settings.direction, known?.total, { points, at });
        if (total === undefined) differences.add(`${periodInWords(settings, span)}, event ${seq}: the total is not exact`);
        else made.set(key, { span, total, asKept: isKept ? total : known?.asKept });
      }
    }
    folded.events += rows.length;
    if (latestEvent !== latest) differences.add(`${of}: the latest event is ${latest ?? 'none'}, the totals name ${latestEvent ?? 'none'}`);

    for (const { span, total, asKept } of made.values()) {
      const { period } = span;
      const isOpen = period?.closed_at === null;
      const found = period && (isOpen ? totals : finals).get(period.number);
      const expected = isOpen ? asKept : total;
      folded.standings += 1;
      if (period === undefined || !areSameTotals(found, expected))
        differences.add(
          `${periodInWords(settings, span)}, player ${player}: the ledger makes ${totalInWords(expected)}, the standings have ${totalInWords(found)}`,
        );
      if (period === undefined) continue;
      folded.ranked.set(period.number, (folded.ranked.get(period.number) ?? 0) + 1);
      finals.delete(period.number);
      // A block that has not been rewritten since may still hold the unused total of a closed period.
      totals.delete(period.number);
    }
    for (const period of [...totals.keys(), ...finals.keys()]) differences.add(`${of}, period ${period}: has a total and no events`);
  }

  const blocks = new Set(await database.blocks(number));
  let block = await keptBlock(database, number, 0);
  blocks.delete(0);
  const leaveFor = async (next: number) => {
    for (const [player, kept] of block.players) auditPlayer(player, [], kept, block.through);
    block = await keptBlock(database, number, next);
    blocks.delete(next);
  };
  for await (const [player, rows] of byPlayer(database, number, reached)) {
    if (blockOf(player) !== block.number) await leaveFor(blockOf(player));
    auditPlayer(player, rows, block.players.get(player) ?? { totals: new Map(), finals: new Map() }, block.through);
    block.players.delete(player);
  }
  for (const left of blocks) await leaveFor(left);
  await leaveFor(block.number);
  return folded;
}

/** Yields a board's events player by player. `reached`: called with the number of events read. */
async function* byPlayer(
  { stretches }: AuditedDatabase,
  board: number,
  reached: (events: number) => void,
): AsyncGenerator<readonly [player: number, readonly EventColumns[]]> {
  let read = 0;
  let events: EventColumns[] = [];
  const ledger = stretches<EventColumns>(
    `SELECT player, seq, points, at, counted, previous FROM events WHERE board = ${board} ORDER BY player, seq`,
  );
  for await (const rows of ledger) {
    for (const row of rows) {
      const player = events[0]?.[0];
      if (player !== undefined && player !== row[0]) {
        yield [player, events];
        events = [];
      }
      events.push(row);
    }
    reached((read += rows.length));
  }
  if (events.length > 0) yield [events[0]![0], events];
}

/** The stored totals of a block's players, and the position up to which they are complete. */
async function keptBlock({ db, block }: AuditedDatabase, board: number, number: number) {
  const players = new Map<number, KeptPlayer>();
  const kept = await block(board, number);
  for (const { player, latestEvent, totals } of kept?.totals.players() ?? [])
    players.set(player, { latestEvent, totals: new Map(totals.map((total) => [total.period, total])), finals: new Map() });
  const finals = await db.columns<readonly [player: number, period: number, points: number, reached: number, moved: number]>(
    `SELECT player, period, points, reached_at, moved_at FROM final_standings
     WHERE period IN (SELECT number FROM periods WHERE board = $1 AND closed_at IS NOT NULL) AND player BETWEEN $2 AND $3`,
    [board, ...playersOf(number)],
  );
  for (const [player, period, points, reached_at, moved_at] of finals) {
    if (!players.has(player)) players.set(player, { totals: new Map(), finals: new Map() });
    players.get(player)!.finals.set(period, scoreFrom({ points, reached_at, moved_at }));
  }
  return { number, through: kept?.through ?? 0, players };
}

/** Compares the stored activity days with the ledger, in database order: a game may have as many activities as events. */
async function auditActivities(
  { stretches, activityPoints: { columns, ofEvent, sum } }: AuditedDatabase,
  { number, settings }: Board,
  revisions: Revisions,
  differences: Differences,
): Promise<void> {
  const days = new SpanCache((kind, at) => periodContaining(kind, at, settings.calendar));
  let current = '';
  /** By start of day: stored events, counted events, and the points by which the row exceeds them. */
  let sums = new Map<number, { kept: number; made: number; points: bigint }>();
  function compare(): void {
    for (const [day, { kept, made, points }] of sums)
      if (kept !== made || made === 0 || points !== 0n)
        differences.add(`board ${settings.name}, day from ${day}, activity "${current}": not what its events add up to`);
    sums = new Map();
  }

  type Columns = readonly [activity: string, seq: number | null, at: number, events: number, ...points: (number | string)[]];
  // Sorted by time, so the calendar is consulted only once per day.
  const all = stretches<Columns>(
    `SELECT activity, NULL AS seq, day, events, ${columns} FROM activity_days WHERE board = ${number}
     UNION ALL SELECT activity, seq, at, 1, ${ofEvent} FROM events WHERE board = ${number} ORDER BY activity, day`,
  );
  for await (const found of all)
    for (const [activity, seq, at, events, ...points] of found) {
      if (activity !== current) compare();
      current = activity;
      if (seq !== null && revisions.get(seq)?.isVoid === true) continue;
      const day = seq === null ? at : days.containing(at)[0]!.start;
      const { kept, made, points: before } = sums.get(day) ?? { kept: 0, made: 0, points: 0n };
      if (seq === null) sums.set(day, { kept: kept + events, made, points: before + sum(points) });
      else sums.set(day, { kept, made: made + 1, points: before - sum(points) });
    }
  compare();
}

/**
 * Checks a period's bounds by the calendar, and its size (`standings`, from the ledger); for a closed one also that ranks have no gaps and
 * that shown players are in the order of `domain`'s rule, followed by the hidden ones.
 */
async function auditPeriod(
  { stretches, closedTrouble }: AuditedDatabase,
  { settings }: Board,
  period: AuditedPeriod,
  standings: number,
  differences: Differences,
): Promise<void> {
  const { kind, start, end } = period;
  const differ = (what: string) => differences.add(`${periodInWords(settings, { kind, start: timeFromColumn(start) })}: ${what}`);
  const span = periodContaining(kind, kind === 'all-time' ? 0 : start, settings.calendar);
  if (timeToColumn(span.start) !== start || timeToColumn(span.end) !== end) differ('not a period of the calendar');
  if (period.closed_at !== null && period.standings !== standings)
    differ(`${period.standings} players counted, ${standings} in the ledger`);
  const isOpen = period.closed_at === null;
  if (isOpen && period.unfinished) return;

  const sign = settings.direction === 'high' ? 1 : -1;
  const order: number[] = [];
  let hasGaps = false;
  let before: readonly [rank: number, player: number, points: number, reachedAt: number] | undefined;
  const finals = stretches<NonNullable<typeof before>>(
    `SELECT rank, player, points, reached_at FROM final_standings WHERE period = ${period.number} ORDER BY rank`,
  );
  for await (const rows of finals)
    for (const row of rows) {
      const [rank, player, points, reachedAt] = row;
      if (rank !== order.length + 1) hasGaps = true;
      const isFirst = before === undefined || order.length === standings - (period.unshown ?? 0);
      if (!isFirst && !isOpen && compareKeys(sign * before![2], before![3], before![1], sign * points, reachedAt, player) >= 0)
        differ(`rank ${rank} is not in order`);
      order.push(player);
      before = row;
    }
  const expected = isOpen ? 0 : standings;
  if (order.length !== expected || hasGaps) differ(`${order.length} final ranks up to ${before?.[0] ?? 0}, expected ${expected}`);
  const trouble = isOpen ? undefined : closedTrouble?.(period, order);
  if (trouble !== undefined) differ(trouble);
}

function periodInWords({ name }: BoardSettings, { kind, start }: Pick<PeriodRow, 'kind' | 'start'>): string {
  // Data changed by hand may not be a valid time.
  const from = Math.abs(start) <= 8.64e15 ? ` from ${new Date(start).toISOString()}` : kind === 'all-time' ? '' : ` from ${start}`;
  return `board ${name}, ${kind}${from}`;
}

function totalInWords(total: Score | undefined): string {
  return total === undefined ? 'nothing' : `${total.points} points (reached ${total.reachedAt}, moved ${total.movedAt})`;
}
