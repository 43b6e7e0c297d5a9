import type { PeriodKind } from '../../domain/calendar.ts';
import type { LiveBoardView } from '../../contract/page-answers.ts';
import { numberFormat } from '../format/number-format.ts';
import { ordinal } from '../format/ordinal.ts';
import type { PageHead } from '../routes/page.ts';
import { periodName } from './period-words.ts';

const NAMES: Record<PeriodKind, string> = { daily: 'Daily', weekly: 'Weekly', monthly: 'Monthly', 'all-time': 'All-time' };

/** How a board is called where its name stands alone: in a tab, a bookmark, a link somebody shared. */
export function boardHead({ board, period, later, podium, rows }: LiveBoardView): PageHead {
  const format = numberFormat('en-US');
  const [second, first, third] = podium;
  const places = [first, second, third].flatMap(({ holder }) => (holder.kind === 'taken' ? [holder.standing] : []));
  const title =
    later === null ? `${board.title}, ${NAMES[period.kind].toLowerCase()}` : `${board.title}, ${periodName(period, board.timeZone)}`;
  if (places.length === 0) return { title, description: `${title}: nobody has any points yet.` };
  const leaders = places.map(({ rank, player, points }) => `${ordinal(rank)} ${player.username}, ${format.count(points)}`).join('; ');
  return { title, description: `${leaders}. ${format.count(places.length + rows.total)} ranked.` };
}
