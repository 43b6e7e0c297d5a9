import type { CardStanding, PlayerCard } from '../../../contract/player-card.ts';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { bibHue } from '../../board/bib/bib-hue.ts';
import { initials } from '../../../domain/names/initials.ts';
import { shortWords, type UnitWords } from '../../../domain/units/counted-words.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import type { PointsWords } from '../../../domain/units/unit.ts';
import { headFormat, type NumberFormat } from '../../ui/number-format.ts';
import { PRESENT, type RankedPlace, rankWords, resultWords } from '../words/rank-words.ts';
import { isRemoved } from './player-head.ts';

/** The present period of a kind, by itself. */
const LANES: Record<PeriodKind, string> = { daily: 'Today', weekly: 'This week', monthly: 'This month', 'all-time': 'All time' };

/** What a player's picture says about the board asked about, on a site that calls its points so; `undefined` of somebody removed, of whom there is none. */
export function playerCard(page: PlayerPage, points?: PointsWords): PlayerCard | undefined {
  if (isRemoved(page)) return undefined;
  const { player, boards, chosen } = page;
  const { board, places } = boards.find(({ board: { name } }) => name === chosen.board)!;
  const format = headFormat({ points });
  const words = unitWords(board, format);
  const [best] = places.flatMap(({ period, place }) => (place.kind === 'ranked' ? [{ period, place }] : []));
  return {
    names: [...new Set([player.displayName, player.username])].map((name) => ({ name, initials: initials(name) })),
    instead: best === undefined ? 'No rank at present' : `${rankWords(best.place.rank, format)} ${PRESENT[best.period.kind]}`,
    avatar: player.avatar,
    hue: bibHue(player.username),
    board: board.title,
    result: resultWords(chosen, format),
    none: `No ${words.several} yet`,
    lanes: places.map(({ period, place }) => ({
      period: LANES[period.kind],
      standing: place.kind === 'ranked' ? standingOf(place, words, format) : null,
    })),
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
