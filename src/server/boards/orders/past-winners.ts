import { type EndingKind, periodContaining, type PeriodSpan } from '../../../domain/calendar.ts';
import { PODIUM_PLACES } from '../../../domain/podium.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { BoardSettings, StoredPlayer } from '../../store/stored-values.ts';
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

/** What is read from. */
export interface PastWinnersParts {
  readonly store: Pick<PointsStore, 'results'>;
  readonly isShown: (player: number) => boolean;
}

/** Who won the periods that are closed. */
export class PastWinners {
  readonly #parts: PastWinnersParts;

  constructor(parts: PastWinnersParts) {
    this.#parts = parts;
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
