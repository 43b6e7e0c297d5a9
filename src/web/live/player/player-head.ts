import type { PlayerPage } from '../../../contract/player-answers.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import type { PageHead } from '../../site/page.ts';
import { numberFormat } from '../../ui/number-format.ts';
import { cardPath, boardInAddress } from '../links/addresses.ts';
import { boardTitle } from '../words/board-view.ts';
import { PRESENT, rankWords, resultWords } from '../words/rank-words.ts';

/** How a player's page is called where its name stands alone: who it is, and where they stand on the board asked about. */
export function playerHead(page: PlayerPage): PageHead {
  const { player, boards, chosen } = page;
  const format = numberFormat('en-US');
  const board = boards.find(({ board: { name } }) => name === chosen.board);
  const ranks = (board?.places ?? []).flatMap(({ period, place }) =>
    place.kind === 'ranked' ? [`${rankWords(place.rank, format)} of ${format.count(place.total)} ${PRESENT[period.kind]}`] : [],
  );
  const title = isolated(player.displayName);
  const result = resultWords(chosen, format);
  const last = result === '' ? '' : ` ${result}.`;
  const head =
    board === undefined || ranks.length === 0
      ? { title, description: `${title} has no rank at present.${last}` }
      : { title: `${title}, ${ranks[0]}`, description: `${title} on ${boardTitle(board.board)}: ${ranks.join(', ')}.${last}` };
  if (isRemoved(page)) return head;
  const search = viewToSearch({ board: boardInAddress(chosen.board) });
  return {
    ...head,
    picture: {
      path: cardPath(player.username) + search,
      alt: `A player's number plate above four lanes, and the words: ${head.description}`,
    },
  };
}

/** Whether the operator took the player off the boards: then their page tells nothing but that. */
export function isRemoved({ boards }: Pick<PlayerPage, 'boards'>): boolean {
  return boards.some(({ places }) => places.some(({ place }) => place.kind === 'absent' && place.absence.reason === 'removed'));
}

/** The head of a player's page that could not be loaded. */
export const UNLOADED_PLAYER: PageHead = { title: 'Player', description: 'The player could not be loaded.' };
