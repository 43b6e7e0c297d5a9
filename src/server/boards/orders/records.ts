import { setImmediate as nextTurn } from 'node:timers/promises';

import { ENDING_KINDS, type EndingKind } from '../../../domain/calendar.ts';
import {
  bestTotal,
  closestFinish,
  largestClimb,
  longestRun,
  mostWins,
  type PeriodEnd,
  type Run,
  Streaks,
  winnersOf,
} from '../../../domain/history/records.ts';
import { PODIUM_PLACES } from '../../../domain/podium.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Change, PeriodResult } from '../../store/stored-values.ts';
import { closedPeriods, PERIODS_PER_TURN } from './closed-periods.ts';

/** The records of a kind's closed periods. */
interface KindRecords {
  readonly kind: EndingKind;
  /** How many are closed. */
  readonly periods: number;
  readonly total: ReturnType<typeof bestTotal>;
  readonly wins: ReturnType<typeof mostWins>;
  /** Consecutive wins; `first` and `last` are starts of periods. */
  readonly row: Run | undefined;
}

/** The records of a board's closed periods. Players are numbers. */
export interface BoardRecords {
  readonly kinds: readonly KindRecords[];
  /** Consecutive days with points, among days on which anyone had points; `first` and `last` are starts of days. */
  readonly streak: Run | undefined;
  /** For the longest kind with at least a few closed periods. */
  readonly close: {
    readonly kind: EndingKind;
    readonly finish: ReturnType<typeof closestFinish>;
    readonly climb: ReturnType<typeof largestClimb>;
  };
}

export interface RecordsParts {
  readonly store: Pick<PointsStore, 'results' | 'finalRanks' | 'standings'>;
  readonly isShown: (player: number) => boolean;
}

/** How many closed periods it takes for a finish or climb to be a record. */
const A_FEW = 3;

/** Streaks are not counted if all days of a board have more standings than this: some seconds of work. */
const MOST_STANDINGS = 3_000_000;

/** Streaks of days, and the days' starts. */
interface CountedDays {
  readonly streaks: Streaks;
  readonly starts: readonly number[];
}

interface Held {
  isStale: boolean;
  days: CountedDays;
  records: Promise<BoardRecords | undefined>;
}

/** The records of boards, from the first three and the players of closed periods, cached until periods or visibility change. */
export class Records {
  readonly #parts: RecordsParts;
  readonly #held = new Map<string, Held>();

  constructor(parts: RecordsParts) {
    this.#parts = parts;
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'document') for (const held of this.#held.values()) held.isStale = true;
    if (change.kind === 'closed') {
      const held = this.#held.get(change.board);
      if (held !== undefined) held.isStale = true;
    }
    // Its days were counted with the old result.
    if (change.kind === 'reopened') this.#held.delete(change.board);
  }

  /** A board's records, as of its last closed periods. */
  async of(board: BoardSettings): Promise<BoardRecords> {
    const held = this.#held.get(board.name) ?? {
      isStale: true,
      days: { streaks: new Streaks(), starts: [] },
      records: Promise.resolve(undefined),
    };
    this.#held.set(board.name, held);
    // One computation at a time, as each continues the one before.
    held.records = held.records.then((before) => (before === undefined || held.isStale ? this.#count(board, held) : before));
    try {
      return (await held.records)!;
    } catch (error) {
      if (this.#held.get(board.name) === held) this.#held.delete(board.name);
      throw error;
    }
  }

  async #count(board: BoardSettings, held: Held): Promise<BoardRecords> {
    // Reset first, so that changes during the computation count next time.
    held.isStale = false;
    const results = new Map<EndingKind, readonly PeriodResult[]>();
    for (const kind of ENDING_KINDS) results.set(kind, await closedPeriods(this.#parts.store, board.name, kind, PODIUM_PLACES));
    const kinds = Array.from(results, ([kind, periods]) => {
      const ends = periods.map((period) => this.#endOf(period));
      const row = longestRun(winnersOf(ends));
      return {
        kind,
        periods: ends.length,
        total: bestTotal(ends, board.direction),
        wins: mostWins(ends),
        row: row && spanned(row, (place) => ends[place]!.start),
      };
    });
    const kind = ENDING_KINDS.findLast((each) => results.get(each)!.length >= A_FEW) ?? 'daily';
    const ends = await this.#withRanksBefore(board, kind, results.get(kind)!);
    return {
      kinds,
      streak: await this.#streak(board, held, results.get('daily')!),
      close: { kind, finish: closestFinish(ends), climb: largestClimb(ends) },
    };
  }

  #endOf({ start, places }: PeriodResult, before: (player: number) => number | undefined = () => undefined): PeriodEnd {
    const shown = places.filter(({ player }) => this.#parts.isShown(player.number));
    return {
      start,
      places: shown.map(({ player: { number }, rank, score: { points } }) => ({ player: number, rank, points, before: before(number) })),
    };
  }

  async #withRanksBefore(board: BoardSettings, kind: EndingKind, periods: readonly PeriodResult[]): Promise<readonly PeriodEnd[]> {
    const ends: PeriodEnd[] = [];
    for (const [i, period] of periods.entries()) {
      const earlier = periods[i - 1];
      const numbers = period.places.map(({ player }) => player.number);
      const ranks = earlier && (await this.#parts.store.finalRanks({ board: board.name, kind, start: earlier.start }, numbers));
      ends.push(this.#endOf(period, (player) => ranks?.get(player)));
      if (i % PERIODS_PER_TURN === PERIODS_PER_TURN - 1) await nextTurn();
    }
    return ends;
  }

  async #streak(board: BoardSettings, held: Held, days: readonly PeriodResult[]): Promise<Run | undefined> {
    if (days.reduce((sum, { total }) => sum + total, 0) > MOST_STANDINGS) return undefined;
    const starts = days.map(({ start }) => start);
    // Days close in order, so counting usually continues.
    const goesOn = held.days.starts.every((start, i) => start === starts[i]);
    const streaks = goesOn ? held.days.streaks : new Streaks();
    for (const start of starts.slice(streaks.periods)) {
      streaks.begin();
      for await (const { players } of this.#parts.store.standings({ board: board.name, kind: 'daily', start })) streaks.add(players);
    }
    held.days = { streaks, starts };
    const longest = streaks.longest(this.#parts.isShown);
    return longest && spanned(longest, (place) => starts[place]!);
  }
}

/** A run with times in place of indexes. */
function spanned(run: Run, timeOf: (place: number) => number): Run {
  return { ...run, first: timeOf(run.first), last: timeOf(run.last) };
}
