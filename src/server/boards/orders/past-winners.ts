import { setImmediate as nextTurn } from 'node:timers/promises';

import { type EndingKind, periodContaining, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import { PODIUM_PLACES } from '../../../domain/podium.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Change, StoredPlayer } from '../../store/stored-values.ts';
import { hiddenPlayer } from './hidden-player.ts';

/** A place on the podium of a period that is closed. */
interface WonPlace {
  readonly rank: number;
  readonly points: number;
  readonly player: StoredPlayer;
}

/** How a period that is closed ended: its podium, of `total` that were ranked. */
export interface PeriodWinners {
  readonly period: PeriodSpan;
  readonly total: number;
  readonly places: readonly WonPlace[];
}

/** Who came first in a period that is closed. */
export interface Win {
  /** When the period started, epoch milliseconds. */
  readonly start: number;
  /** By number. */
  readonly player: number;
}

/** The winners of a board's periods of a kind, once they are read. */
interface Kept {
  /** Starts of periods that were closed or opened again since. */
  readonly changed: Set<number>;
  /** Oldest first, with all that changed until it was asked for. */
  wins: Promise<readonly Win[]>;
}

/** How many periods are read in a turn of the event loop: some milliseconds. */
const PERIODS_PER_TURN = 500;

/** Of how many boards and kinds all winners are held: sixteen bytes and a little for each period. */
const HELD = 64;

/** What is read from. */
export interface PastWinnersParts {
  readonly store: Pick<PointsStore, 'results'>;
  readonly isShown: (player: number) => boolean;
}

/** Who won the periods that are closed. */
export class PastWinners {
  readonly #parts: PastWinnersParts;
  /** By board and kind; last used, last forgotten. */
  readonly #kept = new Map<string, Kept>();

  constructor(parts: PastWinnersParts) {
    this.#parts = parts;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind !== 'closed' && change.kind !== 'reopened') return;
    this.#kept.get(nameOf(change.board, change.period.kind))?.changed.add(change.period.start);
  }

  /** Who won each closed period of a kind, shown or not, oldest first. All are read from the store once. */
  async wins(board: BoardSettings, kind: EndingKind): Promise<readonly Win[]> {
    const name = nameOf(board.name, kind);
    const kept = this.#kept.get(name) ?? { changed: new Set<number>(), wins: this.#all(board, kind) };
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    for (const oldest of [...this.#kept.keys()].slice(0, -HELD)) this.#kept.delete(oldest);
    // One after the other: whoever asks while somebody else's question is looked into has that in their answer.
    kept.wins = kept.wins.then((wins) => this.#caughtUp(board, kind, kept.changed, wins));
    try {
      return await kept.wins;
    } catch (error) {
      this.#kept.delete(name);
      throw error;
    }
  }

  /** The newest `most` closed periods of a kind that start in [from, before), the newest first; who is not shown has no name there. */
  async within(
    board: BoardSettings,
    kind: EndingKind,
    within: { readonly from: number; readonly before: number; readonly most: number },
  ): Promise<readonly PeriodWinners[]> {
    const { store, isShown } = this.#parts;
    const results = await store.results(board.name, kind, within, PODIUM_PLACES);
    return results.map(({ start, total, places }) => ({
      period: periodContaining(kind, start, board.calendar),
      total,
      places: places.map(({ rank, player, score: { points } }) => ({
        rank,
        points,
        player: isShown(player.number) ? player : hiddenPlayer(player.number, rank),
      })),
    }));
  }

  async #all(board: BoardSettings, kind: EndingKind): Promise<readonly Win[]> {
    const wins: Win[] = [];
    for (let before = Infinity, more = true; more;) {
      const read = await this.#read(board, kind, -Infinity, before, PERIODS_PER_TURN);
      wins.push(...read);
      before = read.at(-1)?.start ?? before;
      more = read.length === PERIODS_PER_TURN;
      await nextTurn();
    }
    return wins.toReversed();
  }

  async #caughtUp(board: BoardSettings, kind: EndingKind, changed: Set<number>, wins: readonly Win[]): Promise<readonly Win[]> {
    if (changed.size === 0) return wins;
    const byStart = new Map(wins.map((win) => [win.start, win]));
    for (const start of changed) {
      // First, so that what changes while this is read is read again.
      changed.delete(start);
      const [win] = await this.#read(board, kind, start, start + 1, 1);
      if (win === undefined) byStart.delete(start);
      else byStart.set(start, win);
    }
    return [...byStart.values()].toSorted((a, b) => a.start - b.start);
  }

  /** Newest first. */
  async #read(board: BoardSettings, kind: EndingKind, from: number, before: number, most: number): Promise<readonly Win[]> {
    const results = await this.#parts.store.results(board.name, kind, { from, before, most }, 1);
    return results.map(({ start, places: [first] }) => ({ start, player: first!.player.number }));
  }
}

function nameOf(board: string, kind: PeriodKind): string {
  return `${board} ${kind}`;
}
