// Texts of a live board that most visits do not show.
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { shownPlayers } from '../../../domain/board.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { isPresent } from './board-view.ts';
import { ONE_PERIOD, PRESENT } from './rank-words.ts';

export const CARD = {
  now: { daily: 'Today', weekly: 'This week', monthly: 'This month', 'all-time': '' },
  ended: { open: 'Ended', provisional: 'Provisional', final: 'Final' },
  last: 'Last results',
  challenge: 'Today’s challenge',
  ranked: (count: string) => `${count} ranked`,
} as const;

export const CHOOSER = {
  board: 'Board',
  search: 'Search boards',
  searchBox: (count: number) => `Search ${count} boards...`,
  all: 'All boards',
  none: 'No board is called that.',
} as const;

export const PAST = {
  final: 'Final ranks',
  provisional: 'Provisional ranks',
  goToFinal: 'Go to the final ranks',
  goToProvisional: 'Go to the provisional ranks',
  now: 'Now',
  backToNow: 'Back to now',
  notYetFinal: 'Ended, not yet final',
  noGames: {
    daily: 'No games that day',
    weekly: 'No games that week',
    monthly: 'No games that month',
    'all-time': 'No games yet',
  },
  reviewed: (several: string, until: string) =>
    `No more ${several} count. Until ${until} the results are reviewed, and places may still change.`,
  stillCounts: (several: string, until: string) => `Until ${until} ${several} that were on their way still count.`,
} as const;

export const EMPTY = {
  firstScore: (several: string, when = '') => `No ${several}${when} yet: the first to score takes the lead.`,
  nextStart: (one: string, start: string) => ` The next ${one} starts ${start}.`,
  /** Text before, between and after the links to the all-time ranking and the hall of fame. */
  see: [' See the ', 'all-time ranking', ' or the ', 'hall of fame', '.'],
  lastResults: 'Last results:',
  inPeriod: (several: string) => `No ${several} in this period.`,
  byThen: (several: string) => `No ${several} by then.`,
  nextPeriod: 'Go to the next period',
} as const;

export const noPlayerMatches = (q: string) => `No player matches “${isolated(q)}”.`;

/** The number of players of a period that a filter matches, as a sentence about that period alone. */
export function matchWords(q: string, view: LiveBoardView, format: NumberFormat): string {
  const { several } = unitWords(view.board, format);
  const count = shownPlayers(view);
  if (count > 0) return `${format.count(count)} ${count === 1 ? 'player matches' : 'players match'} “${isolated(q)}”.`;
  const { kind } = view.period;
  const none = `No match for “${isolated(q)}” with ${several}`;
  if (view.moment !== null) return `${none} by then.`;
  if (kind === 'all-time') return `${none} on this board.`;
  return `${none} ${isPresent(view) ? PRESENT[kind] : `that ${ONE_PERIOD[kind]}`}.`;
}
