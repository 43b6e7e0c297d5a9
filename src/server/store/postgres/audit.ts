import { usernameKey } from '../../../domain/names/username-key.ts';
import { compareKeys } from '../../../domain/ordering.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import { areSameTotals, countedNow, hasBit, scoreFrom, timeFromColumn } from '../held/columns.ts';
import type { PointsStore } from '../points-store.ts';
import type { Asking } from './database/connections.ts';
import { type HeldBoard, type HeldPeriod, periodOf } from '../held/boards.ts';
import { loadMemory } from './memory/loading.ts';
import type { Memory } from './memory/memory.ts';

/** Rows that are read at once. */
const ROWS_AT_ONCE = 20_000;

/** Differences that are described. */
const MOST_DESCRIBED = 100;

type EventColumns = readonly [
  board: number,
  player: number,
  seq: number,
  points: number,
  at: number,
  activity: string,
  counted: number,
  previous: number | null,
  voided: boolean,
];

type FinalColumns = readonly [
  board: number,
  player: number,
  period: number,
  rank: number,
  points: number,
  reachedAt: number,
  movedAt: number,
];

/**
 * Proves a database in a transaction that sees one moment of it: folds the ledger player by player, and compares it with what
 * a process that started now would remember, and with the final ranks.
 */
export async function auditDatabase(asking: Asking): ReturnType<PointsStore['verify']> {
  const audit = new Audit(await loadMemory(asking));
  await audit.expectWholeLog(asking);
  await audit.expectNames(asking);
  await audit.foldLedger(asking);
  await audit.expectOrder(asking);
  await audit.expectActivities(asking);
  audit.expectStandings();
  return audit.outcome();
}

class Audit {
  readonly #memory: Memory;
  readonly #differences: string[] = [];
  #events = 0;
  #standings = 0;
  /** Totals that the ledger makes, by period. */
  readonly #folded = new Map<HeldPeriod, number>();
  /** By board, day and activity. */
  readonly #days = new Map<string, { events: number; points: bigint }>();

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  outcome() {
    return { events: this.#events, standings: this.#standings, differences: this.#differences };
  }

  #differs(text: string): void {
    if (this.#differences.length < MOST_DESCRIBED) this.#differences.push(text);
  }

  /** Each position is an event, a revision or another change, and each once; the last of some revisions is their change. */
  async expectWholeLog(asking: Asking): Promise<void> {
    const [found] = await asking.rows<{ readonly entries: number; readonly last: number }>(
      `SELECT count(*) AS entries, coalesce(max(at), 0) AS last
       FROM (SELECT seq AS at FROM events UNION SELECT position FROM changes UNION SELECT number FROM revisions WHERE number > 0) AS log`,
    );
    const { entries, last } = found!;
    if (entries !== this.#memory.position || last !== this.#memory.position)
      this.#differs(`the log has ${entries} entries up to ${last}, and its position is ${this.#memory.position}`);
  }

  async expectNames(asking: Asking): Promise<void> {
    let next = 1;
    const rows = cursor<readonly [number: number, username: string, fold: string]>(
      asking,
      'SELECT number, username, fold FROM players ORDER BY number',
    );
    for await (const [number, username, fold] of rows) {
      if (number !== next) this.#differs(`player ${next} is missing`);
      if (fold !== usernameKey(username)) this.#differs(`player ${number} is found by another name than theirs`);
      next = number + 1;
    }
  }

  /** Player by player, in the order of recording. */
  async foldLedger(asking: Asking): Promise<void> {
    const events = groups(
      cursor<EventColumns>(
        asking,
        `SELECT board, player, seq, points, at, activity, ${countedNow()}, previous,
           (SELECT does = 'void' FROM revisions WHERE event = seq ORDER BY revisions.number DESC LIMIT 1) IS TRUE
         FROM events ORDER BY board, player, seq`,
      ),
    );
    const finals = groups(
      cursor<FinalColumns>(
        asking,
        `SELECT board, player, period, rank, points, reached_at, moved_at
         FROM final_standings JOIN periods ON number = period WHERE periods.closed_at IS NOT NULL ORDER BY board, player, period`,
      ),
    );
    let final = await next(finals);
    for await (const group of events) {
      const [board, player] = group[0]!;
      for (; final !== undefined && isBefore(final[0]!, group[0]!); final = await next(finals)) this.#differsNobody(final);
      const own = final !== undefined && final[0]![0] === board && final[0]![1] === player ? final : [];
      if (own.length > 0) final = await next(finals);
      this.#player(this.#memory.boardNumbered(board), player, group, own);
    }
    for (; final !== undefined; final = await next(finals)) this.#differsNobody(final);
  }

  #differsNobody(finals: readonly FinalColumns[]): void {
    for (const [board, player, period] of finals)
      this.#differs(`board ${board}, period ${period}: player ${player} is ranked without events`);
  }

  #player(board: HeldBoard, player: number, events: readonly EventColumns[], finals: readonly FinalColumns[]): void {
    const { scoring, direction, name } = board.settings;
    const totals = new Map<HeldPeriod, Score>();
    let previous: number | null = null;
    for (const [, , seq, points, at, activity, counted, before, voided] of events) {
      this.#events += 1;
      if (before !== previous) this.#differs(`board ${name}: the chain of player ${player} is broken at event ${seq}`);
      previous = seq;
      const spans = board.spans.containing(at);
      if (!voided) this.#count(board.number, spans[0]!.start, activity, points);
      for (const [bit, span] of spans.entries()) {
        if (!hasBit(counted, bit)) continue;
        const period = periodOf(board, span);
        const total = period && exactScore(scoring, direction, totals.get(period), { points, at });
        if (total === undefined) this.#differs(`board ${name}: event ${seq} counts for a ${span.kind} period where it cannot`);
        else totals.set(period!, total);
      }
    }
    if (this.#memory.latestEvent(board, player) !== previous)
      this.#differs(`board ${name}: the latest event of player ${player} is not remembered`);
    const ranked = new Map(finals.map((row) => [row[2], row]));
    for (const [period, total] of totals) {
      this.#standings += 1;
      this.#folded.set(period, (this.#folded.get(period) ?? 0) + 1);
      const row = ranked.get(period.number);
      ranked.delete(period.number);
      const kept = period.closed === undefined ? this.#memory.scoreOf(period, player) : row && totalOf(row);
      if (!areSameTotals(kept, total))
        this.#differs(`${inWords(period)}: player ${player} has ${inPoints(kept)}, and by the ledger ${inPoints(total)}`);
    }
    for (const number of ranked.keys()) this.#differs(`${inWords(this.#memory.period(number))}: player ${player} is ranked without events`);
  }

  #count(board: number, day: number, activity: string, points: number): void {
    const key = JSON.stringify([board, day, activity]);
    const sums = this.#days.get(key) ?? { events: 0, points: 0n };
    sums.events += 1;
    sums.points += BigInt(points);
    this.#days.set(key, sums);
  }

  /** Ranks from 1 on without gaps, by the ordering rule; those who were not shown come last. */
  async expectOrder(asking: Asking): Promise<void> {
    const rows = cursor<FinalColumns>(
      asking,
      `SELECT board, player, period, rank, points, reached_at, moved_at
       FROM final_standings JOIN periods ON number = period WHERE periods.closed_at IS NOT NULL ORDER BY period, rank`,
    );
    let before: FinalColumns | undefined;
    for await (const row of rows) {
      const [, , number, rank] = row;
      const period = this.#memory.period(number);
      const isFirst = before?.[2] !== number;
      if (rank !== (isFirst ? 1 : before![3] + 1)) this.#differs(`${inWords(period)}: nobody has the rank before ${rank}`);
      const isFirstUnshown = rank === period.standings - period.closed!.unshown + 1;
      if (!isFirst && !isFirstUnshown && !isInOrder(period.board, before!, row))
        this.#differs(`${inWords(period)}: the ranks ${rank - 1} and ${rank} are not in order`);
      before = row;
    }
  }

  async expectActivities(asking: Asking): Promise<void> {
    const rows = cursor<readonly [board: number, day: number, activity: string, events: number, points: string]>(
      asking,
      'SELECT board, day, activity, events, points FROM activity_days ORDER BY board, day',
    );
    for await (const [board, day, activity, events, points] of rows) {
      const key = JSON.stringify([board, day, activity]);
      const sums = this.#days.get(key);
      this.#days.delete(key);
      if (sums?.events !== events || String(sums.points) !== points)
        this.#differs(`board ${board}, day ${day}: the activity ${JSON.stringify(activity)} adds up to something else`);
    }
    for (const key of this.#days.keys()) this.#differs(`the activity ${key} of a day is missing`);
  }

  expectStandings(): void {
    for (const period of this.#memory.periods()) {
      const folded = this.#folded.get(period) ?? 0;
      if (folded !== period.standings) this.#differs(`${inWords(period)}: ${period.standings} have a total, and by the ledger ${folded}`);
    }
  }
}

function isInOrder({ settings }: HeldBoard, a: FinalColumns, b: FinalColumns): boolean {
  const sign = settings.direction === 'high' ? 1 : -1;
  return compareKeys(sign * a[4], a[5], a[1], sign * b[4], b[5], b[1]) < 0;
}

function totalOf([, , , , points, reached_at, moved_at]: FinalColumns): Score {
  return scoreFrom({ points, reached_at, moved_at: timeFromColumn(moved_at) });
}

function inWords({ key: { board, kind, start } }: HeldPeriod): string {
  return `board ${board}, ${kind} period from ${start}`;
}

function inPoints(total: Score | undefined): string {
  return total === undefined ? 'nothing' : `${total.points} points, reached at ${total.reachedAt}, moved at ${total.movedAt}`;
}

/** By board and player, in that order. */
function isBefore([boardA, playerA]: FinalColumns, [boardB, playerB]: EventColumns): boolean {
  return boardA < boardB || (boardA === boardB && playerA < playerB);
}

/** The rows of a question, however many. */
async function* cursor<Row extends readonly unknown[]>(asking: Asking, sql: string): AsyncGenerator<Row> {
  const name = `audit_${(cursors += 1)}`;
  await asking.rows(`DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`);
  for (let more = true; more;) {
    const rows = await asking.columns<Row>(`FETCH ${ROWS_AT_ONCE} FROM ${name}`);
    yield* rows;
    more = rows.length === ROWS_AT_ONCE;
  }
  await asking.rows(`CLOSE ${name}`);
}

let cursors = 0;

/** Rows of one board and player together, as they come. */
async function* groups<Row extends readonly [board: number, player: number, ...unknown[]]>(
  rows: AsyncIterable<Row>,
): AsyncGenerator<readonly Row[]> {
  let group: Row[] = [];
  for await (const row of rows) {
    const [first] = group;
    if (first !== undefined && (first[0] !== row[0] || first[1] !== row[1])) {
      yield group;
      group = [];
    }
    group.push(row);
  }
  if (group.length > 0) yield group;
}

async function next<Item>(items: AsyncGenerator<Item>): Promise<Item | undefined> {
  const { value, done } = await items.next();
  return done === true ? undefined : value;
}
