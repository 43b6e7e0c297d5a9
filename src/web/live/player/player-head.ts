import type { PlayerPage } from '../../../contract/player-answers.ts';
import type { CardStanding, PlayerCard } from '../../../contract/player-card.ts';
import { viewToSearch } from '../../../contract/view.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { initials } from '../../../domain/names/initials.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { shortWords, type UnitWords } from '../../../domain/units/counted-words.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import type { PointsWords } from '../../../domain/units/unit.ts';
import type { PageHead } from '../../site/page.ts';
import { numberFormat, headFormat, type NumberFormat } from '../../ui/number-format.ts';
import { cardPath, boardInAddress } from '../links/addresses.ts';
import { boardTitle } from '../words/board-view.ts';
import { PRESENT, rankWords, resultWords, type RankedPlace } from '../words/rank-words.ts';
import { NOW, PLAYER_WORDS } from './player-words.ts';

/** The title of a player's page outside the page: the name, and the standing on the requested board. */
export function playerHead(page: PlayerPage): PageHead {
  const { player, on, chosen } = page;
  const { board, places } = on;
  const format = numberFormat('en-US');
  // The period that the page shows comes first.
  const ranks = places
    .toSorted((a, b) => Number(b.period.kind === chosen.kind) - Number(a.period.kind === chosen.kind))
    .flatMap(({ period, place }) =>
      place.kind === 'ranked' ? [`${rankWords(place.rank, format)} of ${format.count(place.total)} ${PRESENT[period.kind]}`] : [],
    );
  const title = isolated(player.displayName);
  const result = resultWords(chosen, format);
  const last = result === '' ? '' : ` ${result}.`;
  const head =
    ranks.length === 0
      ? { title, description: `${title} has no rank at present.${last}` }
      : { title: `${title}, ${ranks[0]}`, description: `${title} on ${boardTitle(board)}: ${ranks.join(', ')}.${last}` };
  if (isRemoved(page)) return head;
  const search = viewToSearch({ board: boardInAddress(chosen.board) });
  return {
    ...head,
    picture: {
      path: cardPath(player.username) + search,
      alt: PLAYER_WORDS.pictureOf(head.description),
    },
  };
}

/** Whether the operator removed the player from the boards: the page then shows nothing else. */
function isRemoved({ on: { places } }: Pick<PlayerPage, 'on'>): boolean {
  return places.some(({ place }) => place.kind === 'absent' && place.absence.reason === 'removed');
}

/** The head of a player's page that could not be loaded. */
export const UNLOADED_PLAYER: PageHead = PLAYER_WORDS.unloaded;

/** The text of a player's picture for the requested board, with the site's word for points; `undefined` for removed players. */
export function playerCard(page: PlayerPage, points?: PointsWords): PlayerCard | undefined {
  if (isRemoved(page)) return undefined;
  const {
    player,
    on: { board, places },
    chosen,
  } = page;
  const format = headFormat({ points });
  const words = unitWords(board, format);
  const [best] = places.flatMap(({ period, place }) => (place.kind === 'ranked' ? [{ period, place }] : []));
  return {
    names: [...new Set([player.displayName, player.username])].map((name) => ({ name, initials: initials(name) })),
    instead: best === undefined ? PLAYER_WORDS.noRank : `${rankWords(best.place.rank, format)} ${PRESENT[best.period.kind]}`,
    avatar: player.avatar,
    hue: playerHue(player.username),
    board: board.title,
    result: resultWords(chosen, format),
    lanes: places.flatMap(({ period, place }) =>
      place.kind === 'ranked' ? [{ period: NOW[period.kind], standing: standingOf(place, words, format) }] : [],
    ),
  };
}

function standingOf({ rank, total, points, tie }: RankedPlace, words: UnitWords, format: NumberFormat): CardStanding {
  return {
    rank: rankWords(rank, format),
    medal: rank === 1 || rank === 2 || rank === 3 ? rank : null,
    among: `of ${format.count(total)}${tie.kind === 'tied' ? ', tied' : ''}`,
    points: shortWords(words, points),
  };
}
