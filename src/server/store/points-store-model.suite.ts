import { standingsOf, saveBoard, saveDocument, reviseOne } from './store-under-test.suite.ts';
import fc from 'fast-check';
import { it } from 'vitest';

import type { PeriodSpan } from '../../domain/calendar.ts';
import { compareKeys } from '../../domain/ordering.ts';
import { memoryPlace } from '../../../tests/oracle/memory-place.suite.ts';
import { boardArbitrary, type Command, commandArbitrary } from './model-commands.suite.ts';
import { agree, Followed, obeysTheLaws } from './model-laws.suite.ts';
import { everythingAsked } from './model-questions.suite.ts';
import type { PointsStore, PreparedRevisions } from './points-store.ts';
import type { BoardSettings, EventEffect, NewEvent, PeriodKey, Revising, TotalNow } from './stored-values.ts';
import type { StorePlace } from './store-under-test.suite.ts';

/** The target is 1,000 runs (`MODEL_RUNS=1000`); this many find most bugs during development. */
const RUNS = 40;

/** Timeouts for one and many runs, far above what any machine needs. */
const HANGING_MS = 300_000;
const RUN_MS = 10_000;

/** Few, so that even a handful of players is closed in several steps. */
const ROWS_PER_COMMIT = 2;

/** Board rules that can never change, and those that can until there are events. */
const OTHER_RULES: readonly Partial<BoardSettings>[] = [
  { scoring: 'best', direction: 'low' },
  { calendar: { timeZone: 'America/St_Johns', weekStart: 3 } },
];

/** An open store, its place, and its cache. */
class Opened {
  readonly #place: StorePlace;
  readonly followed = new Followed();
  #isReopened = false;
  store!: PointsStore;

  constructor(place: StorePlace) {
    this.#place = place;
  }

  async open(): Promise<void> {
    this.store = await this.#place.open({ rowsPerCommit: ROWS_PER_COMMIT });
    if (this.#place.isMoving === true) this.followed.forgetPositions();
    this.store.follow((change) => this.followed.hear(change));
    this.followed.agreesOnPositions(await this.store.positions(), this.#isReopened);
    this.#isReopened = true;
  }

  async remove(): Promise<void> {
    await this.store.close();
    this.#place.remove();
  }
}

/** Runs random commands on two stores, which must agree. */
class Run {
  readonly #boards: Map<string, BoardSettings>;
  readonly #other: Opened;
  readonly #memory = new Opened(memoryPlace());
  /** The recorded events of each board. */
  readonly #sent = new Map<string, NewEvent[]>();
  #commits = 0;

  constructor(place: StorePlace, board: BoardSettings) {
    this.#other = new Opened(place);
    const other: BoardSettings = { ...board, name: 'other', scoring: 'sum', direction: 'high' };
    this.#boards = new Map([board, other].map((one) => [one.name, one]));
  }

  async all(commands: readonly Command[]): Promise<void> {
    await Promise.all([this.#memory.open(), this.#other.open()]);
    try {
      for (const board of this.#boards.values()) await this.#both((store) => saveBoard(store, board));
      for (const command of commands) await this.#do(command);
      await this.#ask();
    } finally {
      await Promise.all([this.#memory.remove(), this.#other.remove()]);
    }
  }

  async #do(command: Command): Promise<void> {
    switch (command.does) {
      case 'append':
        return this.#append(command);
      case 'revise':
        return void (await this.#both(async (store) => {
          const revised = await reviseOne(
            store,
            command.board,
            command.id,
            command.revision,
            finalAfter(command.grace, command.revision.at),
          );
          // Only the order of a `seq` matters.
          return revised.outcome === 'refused' ? revised : { ...revised, event: { ...revised.event, seq: undefined } };
        }));
      case 'revise together':
        return this.#reviseTogether(command);
      case 'seal': {
        const ended = await this.#both((store) => store.endedPeriods(command.now));
        const period = ended[command.which % Math.max(1, ended.length)];
        return void (await this.#both((store) => store.seal(period ?? { board: 'main', kind: 'all-time', start: -Infinity })));
      }
      case 'close':
        return this.#close(command);
      case 'reopen': {
        const { board, kind, which, at } = command;
        const sizes = await this.#both((store) => store.periodSizes(board, kind, -Infinity, Infinity));
        const latest = await this.#both((store) => store.latestClosed(board, kind));
        const start = which === 'latest' ? latest : sizes[which % Math.max(1, sizes.length)]?.start;
        return void (await this.#both((store) => store.reopen({ board, kind, start: start ?? 0 }, { at, reason: 'Too early' })));
      }
      case 'maintain':
        return void (await this.#both((store) => store.maintain(stoppingAt(command.stopsAt))));
      case 'save document':
        return void (await this.#both((store) => saveDocument(store, command.name, command.text)));
      case 'save board':
        return this.#saveBoard(command);
      case 'rename':
        return this.#both((store) => store.renamePlayer(command.player, (kept) => ({ ...kept, username: command.username })));
      case 'erase':
        return this.#both(async (store) => void (await store.erasePlayer(command.player, (text) => text)));
      case 'remove board':
        await this.#both((store) => store.removeBoard('third'));
        return this.#rememberBoards();
      case 'restart':
        for (const opened of [this.#memory, this.#other]) {
          await opened.store.close();
          await opened.open();
        }
        return undefined;
    }
  }

  /** Runs the same work on both stores, which must agree, and returns the result; `undefined` if both refuse. */
  async #both<Result>(work: (store: PointsStore) => Promise<Result>): Promise<Result> {
    const expected = await settled(work(this.#memory.store));
    agree(await settled(work(this.#other.store)), expected);
    await this.#agreeOnChanges();
    return 'value' in expected ? expected.value : (undefined as Result);
  }

  async #agreeOnChanges(): Promise<void> {
    agree(this.#other.followed.taken(), this.#memory.followed.taken());
    for (const { followed, store } of [this.#memory, this.#other]) followed.agreesOnPositions(await store.positions(), false);
  }

  async #append({ board, events, grace, throws }: Command & { does: 'append' }): Promise<void> {
    this.#commits += 1;
    const effects = new Map<PointsStore, readonly EventEffect[]>();
    const counts = (period: PeriodSpan, { receivedAt }: NewEvent) => receivedAt < period.end + grace;
    // A store may choose the size of the batches of effects.
    const most = throws ? events.length >> 1 : Infinity;
    const recorded = await this.#both(async (store) => {
      const before = await store.positions();
      return store.append(board, events, counts, (found, position, given) => {
        const all = [...(effects.get(store) ?? []).slice(0, given), ...found];
        effects.set(store, all.slice(0, most));
        agree(position, before.get(board));
        if (all.length > most) throw new Error('planned');
        return found.map(({ event: { id } }) => `${id}: answer of commit ${this.#commits}`);
      });
    });
    // A store may decide needlessly, while it takes retries for new events.
    const expected = effects.get(this.#memory.store);
    if (expected !== undefined) agree(effects.get(this.#other.store), expected);
    if (recorded === undefined) return;
    const sent = this.#sent.get(board) ?? [];
    this.#sent.set(board, [...sent, ...(expected ?? []).map(({ event }) => event)]);
  }

  async #reviseTogether({ revising, at, grace, ahead }: Command & { does: 'revise together' }): Promise<void> {
    this.#commits += 1;
    const players = await this.#both((store) => store.playerCount());
    const asked = revising.map(({ instead, ...one }, i): Revising => {
      if (typeof instead !== 'number') return { ...one, instead: instead === undefined ? undefined : { restored: instead } };
      return { ...one, instead: instead > players ? undefined : { copy: `copy ${i} of commit ${this.#commits}`, player: instead } };
    });
    const about = { reason: 'A bot', at };
    const isFinalAt = finalAfter(grace, at);
    const isFinal: Parameters<PointsStore['revise']>[2] = (_, period, reopenedAt) => isFinalAt(period, reopenedAt);
    const prepared = new Map<PointsStore, PreparedRevisions | undefined>();
    if (ahead !== undefined)
      for (const { store } of [this.#memory, this.#other])
        prepared.set(store, await store.prepareRevisions(asked, about, isFinal).catch(() => undefined));
    if (ahead?.meanwhile !== undefined) await this.#do(ahead.meanwhile);
    const together = await this.#both(async (store) => {
      const revised = await store.revise(asked, about, isFinal, undefined, prepared.get(store));
      if (revised.outcome === 'refused') return revised;
      const byPlace = ({ period: { board, kind, start }, player }: TotalNow) => `${board} ${kind} ${start} ${player}`;
      return {
        // Only the order of `seq` values matters.
        events: revised.events.map((one) => (one.outcome === 'refused' ? one : { ...one, event: { ...one.event, seq: undefined } })),
        totals: revised.totals.toSorted((a, b) => (byPlace(a) < byPlace(b) ? -1 : 1)),
      };
    });
    if (together === undefined || !('events' in together)) return;
    for (const [i, revised] of together.events.entries()) {
      const { board, instead } = asked[i]!;
      if (revised.outcome === 'refused' || instead === undefined || 'restored' in instead) continue;
      const copy = {
        ...revised.event,
        id: instead.copy,
        username: '',
        displayName: undefined,
        avatar: undefined,
        keepsNames: true,
        digest: '',
      };
      this.#sent.set(board, [...(this.#sent.get(board) ?? []), copy]);
    }
  }

  async #close({ now, stopsAt, hidden, mistake }: Command & { does: 'close' }): Promise<void> {
    const [oldest] = await this.#both((store) => store.endedPeriods(now));
    if (oldest === undefined) return;
    const { board, kind, start } = oldest;
    const period: PeriodKey = { board, kind, start };
    if (mistake !== 'not sealed') await this.#both((store) => store.seal(period));
    const { order, unshown } = await this.#orderOf(period, hidden);
    const closing = { at: now, unshown };
    if (mistake === 'one too few') return void (await this.#both((store) => store.closePeriod(period, order.slice(1), closing)));
    let isStopped = false;
    const stops = stoppingAt(stopsAt);
    const found = await settled(this.#other.store.closePeriod(period, order, closing, () => (isStopped = stops())));
    // A store may check any number of times. If this one was stopped, stop the other one at once.
    const isCut = isStopped && 'value' in found && !found.value;
    agree(found, await settled(this.#memory.store.closePeriod(period, order, closing, () => isCut)));
    await this.#agreeOnChanges();
  }

  /** By the ordering rule, followed by the players whose bit is set. */
  async #orderOf(period: PeriodKey, hidden: number): Promise<{ readonly order: readonly number[]; readonly unshown: number }> {
    const sign = this.#boards.get(period.board)!.direction === 'high' ? 1 : -1;
    const standings = await standingsOf(this.#memory.store, period);
    const inOrder = standings
      .toSorted((a, b) => compareKeys(sign * a.points, a.reachedAt, a.number, sign * b.points, b.reachedAt, b.number))
      .map(({ number }) => number);
    const unshown = inOrder.filter((number) => (hidden & (1 << number)) !== 0);
    return { order: [...inOrder.filter((number) => !unshown.includes(number)), ...unshown], unshown: unshown.length };
  }

  async #saveBoard({ board, title, isOther }: Command & { does: 'save board' }): Promise<void> {
    const known = this.#boards.get(board) ?? { ...this.#boards.get('main')!, name: board };
    const saved: BoardSettings = { ...known, title, ...(isOther ? OTHER_RULES[title.length % 2] : {}) };
    const before = await this.#both((store) => store.boards());
    await this.#both((store) => saveBoard(store, saved));
    await this.#rememberBoards();
    agree(this.#boards.size - before.length, before.some(({ name }) => name === board) ? 0 : 1);
  }

  async #rememberBoards(): Promise<void> {
    const boards = await this.#both((store) => store.boards());
    this.#boards.clear();
    for (const one of boards) this.#boards.set(one.name, one);
  }

  async #ask(): Promise<void> {
    const [expected, found] = [await everythingAsked(this.#memory.store), await everythingAsked(this.#other.store)];
    obeysTheLaws(found, this.#boards, this.#sent);
    agree(found, expected);
    this.#memory.followed.agreesOnTotals(expected);
    this.#other.followed.agreesOnTotals(found);
  }
}

/** The outcome: the resolved value, or the kind of error. */
async function settled<Result>(work: Promise<Result>): Promise<{ readonly value: Result } | { readonly refused: string }> {
  try {
    return { value: await work };
  } catch (error) {
    if (error instanceof RangeError) return { refused: 'RangeError' };
    if (error instanceof Error && error.message === 'planned') return { refused: 'planned' };
    throw error;
  }
}

/** Whether a period is final: this long after its end or reopening. */
function finalAfter(grace: number, now: number) {
  return ({ end }: PeriodSpan, reopenedAt = -Infinity): boolean => now >= Math.max(end, reopenedAt) + grace;
}

function stoppingAt(count: number): () => boolean {
  let asked = -1;
  return () => (asked += 1) >= count;
}

/**
 * Runs random commands, after which a store must agree with the in-memory one and satisfy the laws. `place` creates an empty place for a
 * store. `usualRuns`: the number of runs unless the environment sets it.
 */
export function describePointsStoreModel(name: string, place: () => StorePlace, usualRuns = RUNS): void {
  const runs = Number(process.env['MODEL_RUNS'] ?? usualRuns);
  // oxlint-disable-next-line vitest/expect-expect -- the property expects
  it(`${name} agrees with plain arrays over ${runs} runs of random commands`, { timeout: HANGING_MS + RUN_MS * runs }, async () => {
    await fc.assert(
      fc.asyncProperty(boardArbitrary, fc.array(commandArbitrary, { maxLength: 200, size: 'max' }), (board, commands) =>
        new Run(place(), board).all(commands),
      ),
      { numRuns: runs, endOnFailure: false },
    );
  });
}
