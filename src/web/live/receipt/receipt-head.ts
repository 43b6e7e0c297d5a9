import type { Receipt } from '../../../contract/player-answers.ts';
import { numberFormat } from '../../ui/number-format.ts';
import type { PageHead } from '../../site/page.ts';
import { periodName } from '../words/period-words.ts';
import { absenceWords, rankWords } from '../words/rank-words.ts';
import { eventsWords } from './receipt-words.ts';
import { countWords } from '../words/count-words.ts';

/** How the page of a receipt is called where its name stands alone. */
export function receiptHead({ player, board, period, place, total }: Receipt): PageHead {
  const format = numberFormat('en-US');
  const when = `${board.title}, ${periodName(period, board.timeZone)}`;
  if (place.kind === 'absent')
    return { title: `Why ${player.displayName} has no rank`, description: `${when}: ${absenceWords(place.absence)}` };
  return {
    title: `Why ${player.displayName} is ${rankWords(place.rank, format)}`,
    description: `${when}: ${countWords(place.points, 'point', format)} from ${eventsWords(total, format)}.`,
  };
}
