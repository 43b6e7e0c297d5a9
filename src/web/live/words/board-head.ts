import type { PeriodKind } from '../../../domain/calendar.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { shownPlayers } from '../../../domain/board.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { ordinal } from '../../../domain/ordinal.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import type { PageHead } from '../../site/page.ts';
import { boardTitle } from './board-title.ts';
import { dateAndTime } from './day-words.ts';
import { periodName } from './period-words.ts';

const NAMES: Record<PeriodKind, string> = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly', 'all-time': 'All-time' };

/** What is said of results after their name. */
const SETTLED = { open: '', provisional: ', provisional', final: ', final' } as const;

/** How a board is called where its name stands alone: in a tab, a bookmark, a link somebody shared. */
export function boardHead(view: LiveBoardView, format: NumberFormat): PageHead {
  const { board, period, later, moment, podium, last } = view;
  const { words, several } = unitWords(board, format);
  const leadersOf = ([second, first, third]: LiveBoardView['podium']) =>
    [first, second, third]
      .flatMap(({ holder }) => (holder.kind === 'taken' ? [holder.standing] : []))
      .map(({ rank, player, points }) => `${ordinal(rank)} ${isolated(player.name)}, ${words(points)}`);
  const leaders = leadersOf(podium);
  const then = moment === null ? undefined : `s it stood on ${dateAndTime(Date.parse(moment), board.timeZone)}`;
  const name = later === null || then !== undefined ? NAMES[period.kind].toLowerCase() : periodName(period, board.timeZone);
  const title = `${boardTitle(board)}, ${name}${then === undefined ? '' : `, a${then}`}`;
  if (last !== null)
    return {
      title,
      description: `${title}: no ${several} yet. Last results, ${periodName(last.period, board.timeZone)}${SETTLED[last.period.state]}: ${leadersOf(last.podium).join('; ')}.`,
    };
  if (leaders.length === 0) return { title, description: `${title}: nobody ${then === undefined ? 'has any' : 'had'} ${several} yet.` };
  const settled = { open: '', provisional: 'Provisional: ', final: 'Final: ' }[period.state];
  const when = then === undefined ? settled : `A${then} (${board.timeZone}): `;
  return { title, description: `${when}${leaders.join('; ')}. ${format.count(shownPlayers(view))} ranked.` };
}
