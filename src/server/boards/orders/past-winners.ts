import { type EndingKind, periodContaining, type PeriodKind, type PeriodSpan } from '../../../domain/calendar.ts';
import { PODIUM_PLACES } from '../../../domain/podium.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, Change, StoredPlayer } from '../../store/stored-values.ts';
import { closedPeriods } from './closed-periods.ts';
import { hiddenPlayer } from './hidden-player.ts';

/** A podium place in a closed period. */
interface WonPlace {
  readonly rank: number;
  readonly points: number;
  readonly player: StoredPlayer;
}

/** The podium of a closed period, of `total` ranked players. */
export interface PeriodWinners {
  readonly period: PeriodSpan;
  readonly total: number;
  readonly places: readonly WonPlace[];
}

/** The winner of a closed period. */
export interface Win {
  /** Start of the period, epoch milliseconds. */
  readonly start: number;
  /** By number. */
  readonly player: number;
}

/** For how many boards and kinds winners are cached, at little more than sixteen bytes a period. */
const HELD = 64;

export interface PastWinnersParts {
  readonly store: Pick<PointsStore, 'results'>;
  readonly isShown: (player: number) => boolean;
}

/** The winners of closed periods. */
export class PastWinners {
  readonly #parts: PastWinnersParts;
  /** Oldest first, by board and kind, until a period is closed or reopened; least recently used first. */
  readonly #kept = new Map<string, Promise<readonly Win[]>>();

  constructor(parts: PastWinnersParts) {
    this.#parts = parts;
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'closed' || change.kind === 'reopened') this.#kept.delete(nameOf(change.board, change.period.kind));
  }

  /** The winners of all closed periods of a kind, hidden or not, oldest first. Read from the store once. */
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

  /** The newest `most` closed periods of a kind that start in [from, before), newest first; hidden players have no name. */
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
