import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { shownPlayers } from '../../../domain/board.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { isPresent } from './board-view.ts';
import { ONE_PERIOD, PRESENT } from './rank-words.ts';

/** Up to so many players left by a filter are few: who is meant may not be among them. */
const FEW = 3;

export function isFew(view: Pick<LiveBoardView, 'podium' | 'rows'>): boolean {
  return shownPlayers(view) <= FEW;
}

/** What a filter left of a period, as a sentence that is true of the period and of nothing beyond. */
export function matchWords(q: string, view: LiveBoardView, format: NumberFormat): string {
  const { several } = unitWords(view.board, format);
  const count = shownPlayers(view);
  if (count > 0) return `${format.count(count)} ${count === 1 ? 'player matches' : 'players match'} “${isolated(q)}”.`;
  const { kind } = view.period;
  const nobody = `Nobody called “${isolated(q)}”`;
  if (view.moment !== null) return `${nobody} had ${several} by then.`;
  if (kind === 'all-time') return `${nobody} has ${several} on this board.`;
  return isPresent(view) ? `${nobody} has ${several} ${PRESENT[kind]}.` : `${nobody} had ${several} that ${ONE_PERIOD[kind]}.`;
}
