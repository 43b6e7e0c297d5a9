import type { Receipt } from '../../../contract/player-answers.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import type { PageHead } from '../../site/page.ts';
import { boardTitle } from '../words/board-view.ts';
import { periodName } from '../words/time-words.ts';
import { absenceWords, rankWords } from '../words/rank-words.ts';
import { eventsWords } from './receipt-words.ts';

/** How the page of a receipt is called where its name stands alone. */
export function receiptHead({ player, board, period, place, total, shown }: Receipt, format: NumberFormat): PageHead {
  const words = unitWords(board, format);
  const name = isolated(player.displayName);
  const when = `${boardTitle(board)}, ${periodName(period, board.timeZone)}`;
  if (place.kind === 'absent') return { title: `Why ${name} has no rank`, description: `${when}: ${absenceWords(place.absence, words)}` };
  return {
    title: `Why ${name} is ${rankWords(place.rank, format)}`,
    description: `${when}: ${words.words(place.points)}${shown === 'all' ? ` from ${eventsWords(total, format)}` : ''}.`,
  };
}
