import { type EndingKind, periodContaining, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import { PODIUM_PLACES } from '../../../domain/podium.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Change, StoredPlayer } from '../../store/stored-values.ts';
import { closedPeriods } from './closed-periods.ts';
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
  /** Oldest first, by board and kind, until another period is closed or opened again; last used, last forgotten. */
  readonly #kept = new Map<string, Promise<readonly Win[]>>();

  constructor(parts: PastWinnersParts) {
    this.#parts = parts;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'closed' || change.kind === 'reopened') this.#kept.delete(nameOf(change.board, change.period.kind));
  }

  /** Who won each closed period of a kind, shown or not, oldest first. All are read from the store once. */
  wins(board: BoardSettings, kind: EndingKind): Promise<readonly Win[]> {
    const name = nameOf(board.name, kind);
    const wins =
      this.#kept.get(name) ??
      closedPeriods(this.#parts.store, board.name, kind, 1).then((periods) =>
        periods.map(({ start, places: [first] }) => ({ start, player: first!.player.number })),
      );
    this.#kept.delete(name);
    this.#kept.set(name, wins);
    for (const oldest of [...this.#kept.keys()].slice(0, -HELD)) this.#kept.delete(oldest);
    wins.catch(() => this.#kept.get(name) === wins && this.#kept.delete(name));
    return wins;
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
}

function nameOf(board: string, kind: PeriodKind): string {
  return `${board} ${kind}`;
}
