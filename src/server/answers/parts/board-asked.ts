import { DEFAULT_BOARD, type PeriodQuestion } from '../../../contract/live-source.ts';
import type { When } from '../../../contract/when.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import type { AsOf } from '../../boards/orders/board-reading.ts';
import type { ReadBoards } from '../../boards/public-boards.ts';
import type { BoardSettings } from '../../store/stored-values.ts';
import { asOfAsked, asOfKey } from './board-days.ts';

/** A question of a page with its `at` understood. */
export type Dated<Question> = Omit<Question, 'at'> & { readonly at: When };

/** A question about a board whose every word is settled at a moment. */
export interface BoardAsked {
  readonly board: BoardSettings;
  readonly kind: PeriodKind;
  readonly asOf: AsOf;
  /** Equal for two questions that have the same answer as long as no board and no catalogue changes. */
  readonly key: string;
}

/**
 * Settles a question at `now` (epoch milliseconds).
 * @throws {Problem} not-found for an unknown board, and as {@link asOfAsked}.
 */
export function boardAsked(boards: ReadBoards, { board: name, period: kind, at }: Dated<PeriodQuestion>, now: number): BoardAsked {
  const board = boards.board(name === '' ? DEFAULT_BOARD : name);
  const asOf = asOfAsked(at, board, now);
  return { board, kind, asOf, key: JSON.stringify([board.name, kind, asOfKey(asOf, kind, board)]) };
}
