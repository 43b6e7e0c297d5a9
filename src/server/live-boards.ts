import type { PointsEvent } from '../contract/points-event.ts';
import { PERIOD_KINDS, periodContaining, previousPeriod, type PeriodKind, type PeriodSpan } from '../domain/calendar.ts';
import type { Score } from '../domain/scoring.ts';
import type { BoardSettings, NewEvent, PeriodKey, PointsStore, Recorded, StoredPlayer } from './points-store.ts';
import { Problem } from './problem.ts';
import { RankIndex } from './rank-index.ts';

/** What one event did in one period, as the score report says it. Ranks count from 1; times are ISO 8601. */
export interface PeriodReport {
  readonly kind: PeriodKind;
  readonly start: string | null;
  readonly end: string | null;
  readonly state: 'counted' | 'closed';
  readonly points?: number;
  readonly rank?: number;
  /** What the event added to the total, and how many places it moved the player up (negative: down); no earlier rank: null. */
  readonly change?: { readonly points: number; readonly ranks: number | null };
  /** Whether the total got better. */
  readonly improved?: boolean;
  /** The player one place above, and the points missing to them; null for the leader. */
  readonly next?: { readonly rank: number; readonly points: number } | null;
}

/** What a submission of one event is answered with: what was stored, never what was sent. */
export interface ScoreReport {
  readonly id: string;
  readonly board: string;
  readonly player: { readonly username: string; readonly displayName: string; readonly avatar: string };
  readonly at: string;
  readonly points: number;
  readonly periods: readonly PeriodReport[];
}

/** The answer to one event of a request: a report, marked where it was given before, or why it was refused. */
export type Submitted = { readonly kind: 'report'; readonly repeated: boolean; readonly report: ScoreReport } | { readonly kind: 'refused'; readonly problem: Problem };

export interface RankedPlayer {
  readonly rank: number;
  readonly points: number;
  readonly reachedAt: number;
  /** The rank in the period before, where there was one. */
  readonly earlierRank: number | undefined;
  readonly player: StoredPlayer;
}

export interface Stretch {
  readonly board: BoardSettings;
  readonly period: PeriodSpan;
  readonly closed: boolean;
  readonly total: number;
  readonly standings: readonly RankedPlayer[];
}

/** Past periods that are not closed yet are few and short-lived; their indexes are kept for a while. */
const PAST_INDEXES = 16;

/** How many events one commit takes at most: enough to share a disk flush, few enough to answer soon. */
const COMMIT_SIZE = 2000;

interface Waiting {
  readonly board: BoardSettings;
  readonly events: readonly NewEvent[];
  readonly resolve: (results: readonly Submitted[]) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * The living boards: takes events, groups what arrives together into one commit, keeps the order of every
 * open period in memory, and answers who stands where. `clock` gives epoch milliseconds.
 */
export class LiveBoards {
  readonly #store: PointsStore;
  readonly #clock: () => number;
  readonly #boards = new Map<string, BoardSettings>();
  readonly #indexes = new Map<string, RankIndex>();
  readonly #listeners = new Set<(board: string) => void>();
  #versions = new Map<string, number>();
  #waiting: Waiting[] = [];
  #draining: Promise<void> | undefined;

  private constructor(store: PointsStore, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  static async open(store: PointsStore, clock: () => number): Promise<LiveBoards> {
    const live = new LiveBoards(store, clock);
    for (const board of await store.boards()) live.#boards.set(board.name, board);
    for (const board of live.#boards.values()) {
      for (const kind of PERIOD_KINDS) await live.#indexOf(keyOf(board.name, periodContaining(kind, clock(), board.calendar)));
    }
    return live;
  }

  boards(): readonly BoardSettings[] {
    return [...this.#boards.values()];
  }

  /** @throws {Problem} not-found for a name no board has. */
  board(name: string): BoardSettings {
    const board = this.#boards.get(name);
    if (board === undefined) throw new Problem('not-found', `There is no board "${name}".`, [{ field: 'board', rule: 'must be the name of a board' }]);
    return board;
  }

  async saveBoard(board: BoardSettings): Promise<void> {
    await this.#store.saveBoard(board);
    this.#boards.set(board.name, board);
  }

  /** Calls `listener` with a board's name after each commit or closing that changed it. Returns how to stop. */
  onChange(listener: (board: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Counts the changes of a board since start: what an ETag is made of. */
  version(board: string): number {
    return this.#versions.get(board) ?? 0;
  }

  /** Records parsed events and resolves with one answer each, once they are durable. Rejects when nothing could be stored. */
  submit(boardName: string, events: readonly (PointsEvent & { readonly digest: string })[]): Promise<readonly Submitted[]> {
    const board = this.board(boardName);
    const now = this.#clock();
    const parsed = events.map(
      (event): NewEvent => ({
        id: event.id,
        username: event.username,
        points: event.points,
        at: event.at === undefined ? now : Date.parse(event.at),
        activity: event.activity ?? '',
        displayName: event.displayName,
        avatar: event.avatar,
        digest: event.digest,
      }),
    );
    return new Promise((resolve, reject) => {
      this.#waiting.push({ board, events: parsed, resolve, reject });
      this.#draining ??= this.#drain();
    });
  }

  /** Waits for the events already taken to be durable. */
  async settled(): Promise<void> {
    await this.#draining;
  }

  async #drain(): Promise<void> {
    // One turn of the event loop first: requests that arrive together share a commit.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const [first] = this.#waiting;
      let size = 0;
      let taken = 0;
      while (taken < this.#waiting.length && this.#waiting[taken]!.board === first!.board && (taken === 0 || size + this.#waiting[taken]!.events.length <= COMMIT_SIZE)) {
        size += this.#waiting[taken]!.events.length;
        taken += 1;
      }
      const group = this.#waiting.splice(0, taken);
      try {
        const results = await this.#commit(first!.board, group.flatMap(({ events }) => events));
        let start = 0;
        for (const { events, resolve } of group) resolve(results.slice(start, (start += events.length)));
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#draining = undefined;
  }

  async #commit(board: BoardSettings, events: readonly NewEvent[]): Promise<readonly Submitted[]> {
    for (const { at } of events) {
      for (const kind of PERIOD_KINDS) await this.#indexOf(keyOf(board.name, periodContaining(kind, at, board.calendar)));
    }
    const touched = new Set<string>();
    try {
      const recorded = await this.#store.record(board.name, events, this.#clock(), (result, event) => {
        for (const { period } of result.changes) touched.add(textOf(period));
        return JSON.stringify(this.#report(board, event, result));
      });
      this.#changed(board.name);
      return recorded.map((result, i) => answerOf(result, events[i]!));
    } catch (error) {
      // What the commit did not keep must not be ranked either: these are built anew from the store when next asked for.
      for (const key of touched) this.#indexes.delete(key);
      throw error;
    }
  }

  /** Ranks the changes of one event and tells what they did. Runs inside the commit. */
  #report(board: BoardSettings, event: NewEvent, { player, changes }: Extract<Recorded, { outcome: 'recorded' }>): ScoreReport {
    const periods = changes.map((change): PeriodReport => {
      const span = periodContaining(change.period.kind, event.at, board.calendar);
      const stretch = { kind: span.kind, start: isoOrNull(span.start), end: isoOrNull(span.end) };
      if (change.state === 'closed') return { ...stretch, state: 'closed' };
      const { before, after } = change;
      const index = this.#indexes.get(textOf(change.period))!;
      const rankBefore = index.rankOf(player.number);
      index.set(player.number, orderKey(board, after.points), after.reachedAt);
      const rank = index.rankOf(player.number)!;
      const [above] = rank === 1 ? [] : index.stretch(rank - 1, 1);
      const gap = above === undefined ? null : { rank: rank - 1, points: Math.abs(index.totalOf(above)!.points - orderKey(board, after.points)) };
      return {
        ...stretch,
        state: 'counted',
        points: after.points,
        rank,
        change: { points: after.points - (before?.points ?? 0), ranks: rankBefore === undefined ? null : rankBefore - rank },
        improved: before === undefined || orderKey(board, after.points) > orderKey(board, before.points),
        next: gap,
      };
    });
    const { username, displayName, avatar } = player;
    return { id: event.id, board: board.name, player: { username, displayName, avatar }, at: new Date(event.at).toISOString(), points: event.points, periods };
  }

  /**
   * `count` players from rank `first` (at least 1) of the period of `kind` that contains `at`.
   * @throws {Problem} not-found for an unknown board.
   */
  async stretch(boardName: string, kind: PeriodKind, at: number, first: number, count: number): Promise<Stretch> {
    const board = this.board(boardName);
    const period = periodContaining(kind, at, board.calendar);
    const key = keyOf(boardName, period);
    const final = await this.#store.finalStandings(key, first, count);
    if (final !== undefined) {
      const standings = await Promise.all(
        final.standings.map(async ({ rank, player, score }) => ({ rank, player, ...score, earlierRank: await this.#earlierRank(board, period, player.number) })),
      );
      return { board, period, closed: true, total: final.total, standings };
    }
    const index = await this.#indexOf(key);
    return { board, period, closed: false, total: index.size, standings: await this.#ranked(board, period, index, index.stretch(first, count)) };
  }

  /** The players of these numbers as they stand in an open period, by rank; those not ranked in it are left out. */
  async standingsOf(boardName: string, kind: PeriodKind, at: number, numbers: readonly number[]): Promise<readonly RankedPlayer[]> {
    const board = this.board(boardName);
    const period = periodContaining(kind, at, board.calendar);
    const index = await this.#indexOf(keyOf(boardName, period));
    const ranked = numbers.filter((number) => index.rankOf(number) !== undefined).toSorted((a, b) => index.rankOf(a)! - index.rankOf(b)!);
    return this.#ranked(board, period, index, ranked);
  }

  /** How many players of an open period stand in front of a total: what a cursor is turned into. */
  async placeOf(boardName: string, kind: PeriodKind, at: number, cursor: { readonly player: number; readonly points: number; readonly reachedAt: number }): Promise<number> {
    const board = this.board(boardName);
    const index = await this.#indexOf(keyOf(boardName, periodContaining(kind, at, board.calendar)));
    return index.countBefore(cursor.player, orderKey(board, cursor.points), cursor.reachedAt);
  }

  /** Closes every period that has ended, oldest first, each once, with its final ranks. */
  async closeEnded(): Promise<void> {
    await this.settled();
    for (const period of await this.#store.endedPeriods(this.#clock())) {
      const index = await this.#indexOf(period);
      await this.#store.closePeriod(period, index.stretch(1, index.size), this.#clock());
      this.#indexes.delete(textOf(period));
      this.#changed(period.board);
    }
  }

  async #ranked(board: BoardSettings, period: PeriodSpan, index: RankIndex, numbers: readonly number[]): Promise<RankedPlayer[]> {
    const players = await this.#store.players(numbers);
    return Promise.all(
      players.map(async (player) => {
        const { points, reachedAt } = index.totalOf(player.number)!;
        return { rank: index.rankOf(player.number)!, points: orderKey(board, points), reachedAt, player, earlierRank: await this.#earlierRank(board, period, player.number) };
      }),
    );
  }

  async #earlierRank(board: BoardSettings, period: PeriodSpan, player: number): Promise<number | undefined> {
    const earlier = previousPeriod(period, board.calendar);
    return earlier === undefined ? undefined : this.#store.finalRank(keyOf(board.name, earlier), player);
  }

  async #indexOf(key: PeriodKey): Promise<RankIndex> {
    const text = textOf(key);
    const known = this.#indexes.get(text);
    if (known !== undefined) return known;
    const board = this.board(key.board);
    const totals: [number, number, number][] = [];
    for await (const { number, points, reachedAt } of this.#store.standings(key)) totals.push([number, orderKey(board, points), reachedAt]);
    const index = RankIndex.from(totals);
    this.#indexes.set(text, index);
    this.#forgetPast(board);
    return index;
  }

  /** Keeps the indexes of the present periods, and of the past ones only the newest few. */
  #forgetPast(board: BoardSettings): void {
    const now = this.#clock();
    const present = new Set(PERIOD_KINDS.map((kind) => textOf(keyOf(board.name, periodContaining(kind, now, board.calendar)))));
    const past = [...this.#indexes.keys()].filter((key) => key.startsWith(`${board.name} `) && !present.has(key));
    for (const key of past.slice(0, -PAST_INDEXES)) this.#indexes.delete(key);
  }

  #changed(board: string): void {
    this.#versions.set(board, this.version(board) + 1);
    for (const listener of this.#listeners) listener(board);
  }
}

/** Points as the index orders them, and back: where low comes first the order is that of the opposite numbers. */
function orderKey(board: BoardSettings, points: number): number {
  return board.direction === 'high' ? points : 0 - points;
}

function keyOf(board: string, { kind, start }: PeriodSpan): PeriodKey {
  return { board, kind, start };
}

function textOf({ board, kind, start }: PeriodKey): string {
  return `${board} ${kind} ${start}`;
}

function isoOrNull(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

function answerOf(result: Recorded, event: NewEvent): Submitted {
  switch (result.outcome) {
    case 'recorded':
    case 'repeated':
      return { kind: 'report', repeated: result.outcome === 'repeated', report: JSON.parse(result.answer) as ScoreReport };
    case 'refused':
      return {
        kind: 'refused',
        problem:
          result.reason === 'known id, another body'
            ? new Problem('conflict', `Event "${event.id}" is known with another body. The first one counts; send a correction under a new id.`, [{ field: 'id', rule: 'must be new, or come with the same body as before' }])
            : new Problem('invalid-event', `The total of "${event.username}" would leave the whole numbers that are exact.`, [{ field: 'points', rule: 'must keep totals between -(2^53 - 1) and 2^53 - 1' }]),
      };
  }
}
