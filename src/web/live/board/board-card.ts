import type { BoardCard, BoardCardPlace } from '../../../contract/board-card.ts';
import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import { shownPlayers } from '../../../domain/board.ts';
import { playerHue } from '../../../domain/colour/player-hues.ts';
import { initials } from '../../../domain/names/initials.ts';
import { shortWords, type UnitWords } from '../../../domain/units/counted-words.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import type { PointsWords } from '../../../domain/units/unit.ts';
import { VACANT } from '../../board/board-words.ts';
import { headFormat } from '../../ui/number-format.ts';
import { dateAndTime, periodName } from '../words/time-words.ts';
import { CARD } from '../words/board-words.ts';

/** The text of a board's picture, on a site that uses this word for points. A period without points yet shows the last results. */
export function boardCard(view: LiveBoardView, points?: PointsWords): BoardCard {
  const { board, last } = view;
  const format = headFormat({ points });
  const words = unitWords(board, format);
  const results = last ?? view;
  const count = shownPlayers(results);
  return {
    title: board.title,
    when: whenWords(view),
    ranked: count === 0 ? '' : CARD.ranked(format.count(count)),
    podium: results.podium.map(({ holder }) => (holder.kind === 'taken' ? placeOf(holder.standing, words) : null)),
    none: VACANT,
  };
}

function whenWords({ board, period, moment, later, last, challenge }: LiveBoardView): string {
  const name = periodName(last?.period ?? period, board.timeZone, 'short');
  if (moment !== null) return `${dateAndTime(Date.parse(moment), board.timeZone)} ${board.timeZone}`;
  if (challenge !== null && period.kind === 'daily' && later === null && last === null) return `${CARD.challenge}: ${name}`;
  const kind = last !== null ? CARD.last : later === null ? CARD.now[period.kind] : CARD.ended[period.state];
  return kind === '' ? name : `${kind}: ${name}`;
}

function placeOf({ player, rank, points, prize }: LiveStanding, words: UnitWords): BoardCardPlace {
  const names = [player.name, player.id].map((name) => ({ name, initials: initials(name) }));
  return { names, avatar: player.avatar, hue: playerHue(player.id), rank, points: shortWords(words, points), prize };
}
