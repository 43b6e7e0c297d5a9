import type { PlayerVisibility } from '../../contract/game-answers.ts';
import type { PointsEvent } from '../../contract/points-event.ts';
import { PERIOD_KINDS, periodContaining, previousPeriod, type PeriodKind, type PeriodSpan } from '../../domain/calendar.ts';
import type { Score } from '../../domain/scoring.ts';
import { type BoardMoment, BoardReading, type Places, type Stretch, type Whence } from './board-reading.ts';
import { keyFrom, keyOf, textOf, unshownIn } from '../ranking/period-key.ts';
import { orderKey } from '../ranking/player-order.ts';
import type {
  ActivityDay,
  BoardSettings,
  EventEffect,
  NewEvent,
  PeriodKey,
  PointsStore,
  Recorded,
  StoredPlayer,
} from '../store/points-store.ts';
import { Problem } from '../http/problem.ts';
import { RankIndex } from '../ranking/rank-index.ts';
import { keptReport, type Move, reportFrom } from './score-report.ts';
import { SpanCache } from '../../domain/span-cache.ts';

/** The answer to one event of a request: a report, marked where it was given before, or why it was refused. */
export type Submitted =
  | { readonly kind: 'report'; readonly repeated: boolean; /** A score report as JSON. */ readonly report: string }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** When the first and the last event arrived for a period that had ended by then, in epoch milliseconds. */
export interface LateArrivals {
  readonly first: number;
  readonly last: number;
}

/** Why a player is not shown. */
export type Absence = Exclude<PlayerVisibility, { readonly state: 'shown' }>;

/** The name the store keeps the players who are not shown under. */
const ABSENT_PLAYERS = 'absent players';

/** Past periods that are not closed yet are few and short-lived; their indexes are kept for a while. */
const PAST_INDEXES = 16;

/** How many events one commit takes at most: enough to share a disk flush, few enough to answer soon. */
const COMMIT_SIZE = 2000;

/** How often reads that belong together are tried before commits have to wait for them. */
const UNDISTURBED_ATTEMPTS = 3;

/** A period with what is written of it again and again: its key, also as text, and its bounds in ISO 8601. */
interface KnownSpan extends PeriodSpan {
  readonly key: PeriodKey;
  readonly text: string;
  readonly startText: string | null;
  readonly endText: string | null;
}

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
  readonly #spans = new Map<string, SpanCache<KnownSpan>>();
  readonly #loading = new Map<string, Promise<RankIndex>>();
  /** Indexes that a commit is changing: forgotten, they would be read anew without what it adds. */
  #pinned: ReadonlySet<string> = new Set();
  /** When events arrived for a period that had ended by then, by the text of its key. */
  readonly #lateArrivals = new Map<string, LateArrivals>();
  readonly #started: string;
  /** Players who are not shown, by number. */
  #absent: ReadonlyMap<number, Absence> = new Map();
  #revision = 0;
  /** Rises just before anything that is read changes: a commit, a closing. */
  #turns = 0;
  readonly #reading: BoardReading;
  readonly #listeners = new Set<(board: string) => void>();
  #versions = new Map<string, number>();
  #waiting: Waiting[] = [];
  readonly #chores: (() => Promise<void>)[] = [];
  #draining: Promise<void> | undefined;

  private constructor(store: PointsStore, clock: () => number) {
    this.#store = store;
    this.#reading = new BoardReading({
      store,
      indexOf: (key) => this.#indexOf(key),
      absent: () => this.#absent.keys(),
      isAbsent: (player) => this.#absent.has(player),
    });
    this.#clock = clock;
    this.#started = clock().toString(36);
  }

  static async open(store: PointsStore, clock: () => number): Promise<LiveBoards> {
    const live = new LiveBoards(store, clock);
    for (const board of await store.boards()) live.#boards.set(board.name, board);
    live.#absent = new Map(JSON.parse((await store.document(ABSENT_PLAYERS)) ?? '[]') as [number, Absence][]);
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
    if (board === undefined)
      throw new Problem('not-found', `There is no board "${name}".`, [{ field: 'board', rule: 'must be the name of a board' }]);
    return board;
  }

  async saveBoard(board: BoardSettings): Promise<void> {
    await this.#store.saveBoard(board);
    this.#boards.set(board.name, board);
    this.#changed(board.name);
  }

  /** Says that something shown on every board has changed, although no points did. */
  changeAll(): void {
    for (const name of this.#boards.keys()) this.#changed(name);
  }

  /** Calls `listener` with a board's name after each change of what it shows. Returns how to stop. */
  onChange(listener: (board: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Counts the changes of a board since start, or of all boards. */
  version(board?: string): number {
    return board === undefined ? this.#revision : (this.#versions.get(board) ?? 0);
  }

  /** What a board, or all of them, is like now, as one word: another process, or an older version, has another. */
  mark(board?: string): string {
    return `${this.#started}-${this.version(board)}`;
  }

  /** Counts the changes of all boards since start: while it stays, no answer about any of them changes. */
  get revision(): number {
    return this.#revision;
  }

  /** Players by number, in the order asked for. Rejects for a number nobody has. */
  players(numbers: readonly number[]): Promise<readonly StoredPlayer[]> {
    return this.#store.players(numbers);
  }

  /** The player of that name, ignoring case and Unicode form, if they are shown. */
  async playerNamed(username: string): Promise<StoredPlayer | undefined> {
    const found = await this.playerOrAbsent(username);
    return found?.absence === undefined ? found?.player : undefined;
  }

  /** The player of that name, ignoring case and Unicode form, shown or not, and why not. */
  async playerOrAbsent(username: string): Promise<{ readonly player: StoredPlayer; readonly absence: Absence | undefined } | undefined> {
    const player = await this.#store.playerNamed(username);
    return player && { player, absence: this.#absent.get(player.number) };
  }

  /** Everybody who is not shown. */
  async absentPlayers(): Promise<readonly { readonly player: StoredPlayer; readonly absence: Absence }[]> {
    const absences = [...this.#absent.values()];
    const players = await this.#store.players([...this.#absent.keys()]);
    return players.map((player, i) => ({ player, absence: absences[i]! }));
  }

  /**
   * Takes a player out of all that is shown, or back in. Resolves once that is durable and true of every answer.
   * @throws {Problem} not-found for a name nobody has.
   */
  async setVisibility(username: string, visibility: PlayerVisibility): Promise<void> {
    const found = await this.playerOrAbsent(username);
    if (found === undefined)
      throw new Problem('not-found', `Nobody called "${username}" has any points yet.`, [
        { field: 'username', rule: 'must be the username of a player' },
      ]);
    const { number } = found.player;
    await this.#betweenCommits(async () => {
      const absent = new Map(this.#absent);
      if (visibility.state === 'shown') absent.delete(number);
      else absent.set(number, visibility);
      const scores = new Map<string, Score | undefined>();
      for (const text of this.#indexes.keys()) scores.set(text, await this.#store.scoreOf(keyFrom(text), number));
      // After the last thing that may fail: what is durable is also true of every answer.
      await this.#store.saveDocument(ABSENT_PLAYERS, JSON.stringify([...absent]));
      this.#turns += 1;
      this.#absent = absent;
      for (const [text, index] of this.#indexes) {
        const score = scores.get(text);
        if (absent.has(number)) index.delete(number);
        else if (score !== undefined) index.move(number, orderKey(this.board(keyFrom(text).board), score.points), score.reachedAt);
      }
      this.changeAll();
    });
  }

  /** Records parsed events and resolves with one answer each, once they are durable. Rejects when nothing could be stored. */
  submit(boardName: string, events: readonly (PointsEvent & { readonly digest: string })[]): Promise<readonly Submitted[]> {
    const board = this.board(boardName);
    const now = this.#clock();
    const parsed = events.map((event): NewEvent => ({
      id: event.id,
      username: event.username,
      points: event.points,
      at: event.at === undefined ? now : Date.parse(event.at),
      activity: event.activity ?? '',
      displayName: event.displayName,
      avatar: event.avatar,
      digest: event.digest,
    }));
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
    while (this.#waiting.length > 0 || this.#chores.length > 0) {
      for (const chore of this.#chores.splice(0)) await chore();
      const [first] = this.#waiting;
      if (first === undefined) continue;
      let size = 0;
      let taken = 0;
      while (
        taken < this.#waiting.length &&
        this.#waiting[taken]!.board === first.board &&
        (taken === 0 || size + this.#waiting[taken]!.events.length <= COMMIT_SIZE)
      ) {
        size += this.#waiting[taken]!.events.length;
        taken += 1;
      }
      const group = this.#waiting.splice(0, taken);
      try {
        const results = await this.#commit(
          first.board,
          group.flatMap(({ events }) => events),
        );
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
    const spans = this.#spansOf(board);
    const periods = new Map<string, KnownSpan>();
    for (const { at } of events) for (const span of spans.containing(at)) periods.set(span.text, span);
    this.#pinned = new Set(periods.keys());
    const touched = new Set<string>();
    try {
      for (const { key } of periods.values()) await this.#indexOf(key);
      const now = this.#clock();
      this.#turns += 1;
      const recorded = await this.#store.record(board.name, events, now, (result, event) => {
        const ofEvent = spans.containing(event.at);
        for (const [i, { state }] of result.changes.entries()) if (state === 'counted') touched.add(ofEvent[i]!.text);
        return keptReport(event.at, result.player, this.#moves(board, result, ofEvent));
      });
      for (const text of touched) {
        if (periods.get(text)!.end <= now) this.#lateArrivals.set(text, { first: this.#lateArrivals.get(text)?.first ?? now, last: now });
      }
      if (touched.size > 0) this.#changed(board.name);
      return recorded.map((result, i) => answerOf(board, result, events[i]!, (at) => spans.containing(at)));
    } catch (error) {
      // What the commit did not keep must not be ranked either: these are built anew from the store when next asked for.
      for (const key of touched) this.#indexes.delete(key);
      this.#turns += 1;
      throw error;
    } finally {
      this.#pinned = new Set();
      this.#forgetPast(board);
    }
  }

  /** Ranks the changes of one event, in the periods `spans`, and tells what they did; `undefined` for a closed one. Runs inside the commit. */
  #moves(board: BoardSettings, { player: { number }, changes }: EventEffect, spans: readonly KnownSpan[]): (Move | undefined)[] {
    return changes.map((change, i) => {
      if (change.state === 'closed') return undefined;
      const { before, after } = change;
      const points = orderKey(board, after.points);
      const index = this.#indexes.get(spans[i]!.text)!;
      const isAbsent = this.#absent.has(number);
      // Whoever is not shown is told the ranks they would have, and is gone again before anybody else looks.
      if (isAbsent && before !== undefined) index.move(number, orderKey(board, before.points), before.reachedAt);
      const { rank, rankBefore, above } = index.move(number, points, after.reachedAt);
      if (isAbsent) index.delete(number);
      return {
        points: after.points,
        added: after.points - (before?.points ?? 0),
        rank,
        rankBefore,
        gap: above === undefined ? undefined : Math.abs(above - points),
      };
    });
  }

  /** The periods of the board's events, most of which belong to those of the event before. */
  #spansOf(board: BoardSettings): SpanCache<KnownSpan> {
    let spans = this.#spans.get(board.name);
    if (spans === undefined) {
      spans = new SpanCache((kind, at) => {
        const { start, end } = periodContaining(kind, at, board.calendar);
        const key = { board: board.name, kind, start };
        return { kind, start, end, key, text: textOf(key), startText: isoOrNull(start), endText: isoOrNull(end) };
      });
      this.#spans.set(board.name, spans);
    }
    return spans;
  }

  /**
   * `count` players from rank `first` (at least 1) of the period of `kind` that contains `at`.
   * @throws {Problem} not-found for an unknown board.
   */
  stretch(boardName: string, kind: PeriodKind, at: number, first: number, count: number): Promise<Stretch> {
    return this.page(boardName, kind, at, { after: first - 1 }, count);
  }

  /**
   * As {@link BoardReading.page}, by the name of its board.
   * @throws {Problem} not-found for an unknown board; gone as there.
   */
  async page(boardName: string, kind: PeriodKind, at: number, whence: Whence, count: number, only?: readonly number[]): Promise<Stretch> {
    return this.#reading.page(this.board(boardName), kind, at, whence, count, only);
  }

  /**
   * As {@link BoardReading.view}, by the name of its board.
   * @throws {Problem} not-found for an unknown board.
   */
  async view(
    boardName: string,
    kind: PeriodKind,
    at: number,
    shown: { readonly page: number; readonly pageSize: number; readonly moment?: number | undefined },
    only?: readonly number[],
  ): Promise<BoardMoment> {
    return this.#reading.view(this.board(boardName), kind, at, shown, only);
  }

  /**
   * As {@link BoardReading.places}, by the name of its board.
   * @throws {Problem} not-found for an unknown board.
   */
  async places(
    boardName: string,
    kind: PeriodKind,
    at: number,
    player: number,
    choose: (rank: number | undefined, total: number) => readonly number[],
  ): Promise<Places> {
    return this.#reading.places(this.board(boardName), kind, at, player, choose);
  }

  /**
   * What `read` resolves with, read while nothing changed: it is called again where a commit came between, and
   * in the end while commits wait for it.
   */
  async atOneInstant<T>(read: () => Promise<T>): Promise<T> {
    for (let attempt = 0; attempt < UNDISTURBED_ATTEMPTS; attempt += 1) {
      const before = this.#turns;
      const result = await read();
      if (this.#turns === before) return result;
    }
    return this.#betweenCommits(read);
  }

  /** What a player's pages are made from beside the ranks. */
  get history(): Pick<
    PointsStore,
    'knownSince' | 'scoreOf' | 'eventsOf' | 'countEvents' | 'finalPlaces' | 'bestFinalPlace' | 'totalsSince'
  > {
    return this.#store;
  }

  /** When the first day starts that has standings; `undefined` before the first event. */
  firstDay(board: string): Promise<number | undefined> {
    return this.#store.firstPeriod(board, 'daily');
  }

  /** Starts of the nearest periods before and after one that have standings. */
  periodsBeside(board: string, period: PeriodSpan): Promise<{ readonly before: number | undefined; readonly after: number | undefined }> {
    return this.#store.periodsBeside(keyOf(board, period));
  }

  /** Numbers of the players who are shown and whose username or display name contains `text`, ignoring case; at most `limit`. */
  async playersMatching(text: string, limit: number): Promise<readonly number[]> {
    const matching = await this.#store.playersMatching(text, limit + this.#absent.size);
    return (this.#absent.size === 0 ? matching : matching.filter((number) => !this.#absent.has(number))).slice(0, limit);
  }

  /** How many players there are. */
  playerCount(): Promise<number> {
    return this.#store.playerCount();
  }

  /** How many players had come by a moment in epoch milliseconds, itself not included. */
  playersKnownBefore(at: number): Promise<number> {
    return this.#store.playersKnownBefore(at);
  }

  /**
   * How many players stand in the period of `kind` that contains `at`, and in the one before it, closed or not.
   * @throws {Problem} not-found for an unknown board.
   */
  async sizes(
    boardName: string,
    kind: Exclude<PeriodKind, 'all-time'>,
    at: number,
  ): Promise<{ readonly present: number; readonly before: number }> {
    const { calendar } = this.board(boardName);
    const present = periodContaining(kind, at, calendar);
    const before = previousPeriod(present, calendar)!;
    const sizes = await this.#store.periodSizes(boardName, kind, before.start, present.end);
    const sizeOf = ({ start }: PeriodSpan) => sizes.find((size) => size.start === start)?.standings ?? 0;
    return { present: sizeOf(present), before: sizeOf(before) };
  }

  /** How many players stand in each day that starts in [from, to), and what its events add up to by activity; both oldest first. */
  async playedBetween(
    board: string,
    from: number,
    to: number,
  ): Promise<{
    readonly sizes: readonly { readonly start: number; readonly standings: number }[];
    readonly activities: readonly ActivityDay[];
  }> {
    return {
      sizes: await this.#store.periodSizes(board, 'daily', from, to),
      activities: await this.#store.activityDays(board, from, to),
    };
  }

  /** When events arrived for a period that had ended by then and is not closed, as far as this process knows. */
  lateArrivals(period: PeriodKey): LateArrivals | undefined {
    return this.#lateArrivals.get(textOf(period));
  }

  /**
   * Closes every period that has ended, oldest first, each once, with its final ranks; not those that `isHeld` says are
   * still being filled. The order is taken between two commits; while it is written, commits go on, and none changes it.
   * Where `isStopping` is true in between, the rest is left for another time.
   */
  async closeEnded(
    isHeld: (period: PeriodKey & { readonly end: number }) => boolean = () => false,
    isStopping: () => boolean = () => false,
  ): Promise<void> {
    for (const period of await this.#store.endedPeriods(this.#clock())) {
      let written: Promise<boolean> | undefined;
      await this.#betweenCommits(async () => {
        if (isStopping() || isHeld(period)) return;
        const index = await this.#indexOf(period);
        const absent = await this.#absentIn(period);
        // Also where there is nobody any more: a closing that was cut may have counted somebody.
        if (absent.length > 0 || (await this.#store.document(unshownIn(period))) !== undefined)
          await this.#store.saveDocument(unshownIn(period), String(absent.length));
        written = this.#store.closePeriod(period, [...index.stretch(1, index.size), ...absent], this.#clock(), isStopping);
      });
      if ((await written) !== true) continue;
      this.#indexes.delete(textOf(period));
      this.#turns += 1;
      this.#lateArrivals.delete(textOf(period));
      this.#changed(period.board);
    }
    await this.#store.clearClosed(isStopping);
  }

  /** Readies for looking back what was recorded since the last time, until `isStopping`; the rest is left for another time. */
  packLedger(isStopping: () => boolean): Promise<void> {
    return this.#store.packLedger(isStopping);
  }

  /**
   * The players with points in a period that is not closed who are not shown, in the order of their totals. In its
   * archive they come behind all others, who so keep the ranks they were shown with.
   */
  async #absentIn(period: PeriodKey): Promise<readonly number[]> {
    const board = this.board(period.board);
    const totals: [number, number, number][] = [];
    for (const number of this.#absent.keys()) {
      const score = await this.#store.scoreOf(period, number);
      if (score !== undefined) totals.push([number, orderKey(board, score.points), score.reachedAt]);
    }
    return RankIndex.from(totals).stretch(1, totals.length);
  }

  /** Does something that no commit may come between, however busy the boards are. */
  #betweenCommits<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#chores.push(() => work().then(resolve, reject));
      this.#draining ??= this.#drain();
    });
  }

  #indexOf(key: PeriodKey): RankIndex | Promise<RankIndex> {
    const text = textOf(key);
    const known = this.#indexes.get(text);
    if (known !== undefined) {
      // Last used, last forgotten.
      this.#indexes.delete(text);
      this.#indexes.set(text, known);
      return known;
    }
    let loading = this.#loading.get(text);
    if (loading === undefined) {
      loading = this.#load(key).finally(() => this.#loading.delete(text));
      this.#loading.set(text, loading);
    }
    return loading;
  }

  async #load(key: PeriodKey): Promise<RankIndex> {
    const board = this.board(key.board);
    const totals: [number, number, number][] = [];
    for await (const { number, points, reachedAt } of this.#store.standings(key)) totals.push([number, orderKey(board, points), reachedAt]);
    const index = RankIndex.from(this.#absent.size === 0 ? totals : totals.filter(([number]) => !this.#absent.has(number)));
    this.#indexes.set(textOf(key), index);
    this.#forgetPast(board);
    return index;
  }

  /** Keeps the indexes of the present periods, and of the past ones only the newest few. */
  #forgetPast(board: BoardSettings): void {
    const now = this.#clock();
    const present = new Set(PERIOD_KINDS.map((kind) => textOf(keyOf(board.name, periodContaining(kind, now, board.calendar)))));
    const past = [...this.#indexes.keys()].filter((key) => key.startsWith(`${board.name} `) && !present.has(key) && !this.#pinned.has(key));
    for (const key of past.slice(0, -PAST_INDEXES)) this.#indexes.delete(key);
  }

  #changed(board: string): void {
    this.#revision += 1;
    this.#versions.set(board, this.version(board) + 1);
    for (const listener of this.#listeners) listener(board);
  }
}

function isoOrNull(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

function answerOf(board: BoardSettings, result: Recorded, event: NewEvent, periodsOf: (at: number) => readonly KnownSpan[]): Submitted {
  switch (result.outcome) {
    case 'recorded':
    case 'repeated':
      return { kind: 'report', repeated: result.outcome === 'repeated', report: reportFrom(result.answer, board, event, periodsOf) };
    case 'refused':
      return {
        kind: 'refused',
        problem:
          result.reason === 'known id, another body'
            ? new Problem(
                'conflict',
                `Event "${event.id}" is known with another body. The first one counts; send a correction under a new id.`,
                [{ field: 'id', rule: 'must be new, or come with the same body as before' }],
              )
            : new Problem('invalid-event', `The total of "${event.username}" would leave the whole numbers that are exact.`, [
                { field: 'points', rule: 'must keep totals between -(2^53 - 1) and 2^53 - 1' },
              ]),
      };
  }
}
