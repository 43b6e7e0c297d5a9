import type { PlayerPage } from '../../../contract/player-answers.ts';
import { numberFormat } from '../../format/number-format.ts';
import type { PageHead } from '../../routes/page.ts';
import { PRESENT, rankWords } from './rank-words.ts';

/** How a player's page is called where its name stands alone: who it is, and where they stand on the board asked about. */
export function playerHead({ player, boards, chosen }: PlayerPage): PageHead {
  const format = numberFormat('en-US');
  const board = boards.find(({ board: { name } }) => name === chosen.board);
  const ranks = (board?.places ?? []).flatMap(({ period, place }) =>
    place.kind === 'ranked' ? [`${rankWords(place.rank, format)} of ${format.count(place.total)} ${PRESENT[period.kind]}`] : [],
  );
  const title = player.displayName;
  if (board === undefined || ranks.length === 0) return { title, description: `${title} has no rank at present.` };
  return { title: `${title}, ${ranks[0]}`, description: `${title} on ${board.board.title}: ${ranks.join(', ')}.` };
}
