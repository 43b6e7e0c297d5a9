// Texts of a player's page.
import type { PathToPodium, PlayerPage } from '../../../contract/player-answers.ts';
import type { EndingKind, PeriodKind } from '../../../domain/calendar.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { countWords, limitWords } from '../words/count-words.ts';
import { TIED } from '../words/live-board-words.ts';
import { ONE_PERIOD, rankWords } from '../words/rank-words.ts';
import { dayWords, periodOfDay, soFar, weekdayWords } from '../words/time-words.ts';

export const PLAYER_WORDS = {
  unloaded: { title: 'Player', description: 'The player could not be loaded.' },
  me: 'This is me',
  notMe: 'This is not me',
  figures: 'Standing',
  why: 'Why this rank',
  whyNone: 'Why no rank',
  boards: 'Boards',
  boardPages: 'Pages of boards',
  board: 'Board',
  rank: 'Rank',
  total: 'Total',
  strip: 'Season by season',
  season: 'Season',
  month: 'Month',
  period: 'Period',
  notPlayed: 'not played',
  places: 'Places',
  path: 'Path to the podium',
  plan: 'Suggested plan, easiest first',
  planRules:
    'An easy activity counts 1, a medium one 2 and a hard one 3; the plan with the lowest sum comes first. Limits count what you already did.',
  noPath: 'No listed activity leads there',
  withinYear: 'within a year',
  noneYet: (several: string, present: string) => `No ${several} ${present} yet.`,
  leadsSinceTime: 'in the lead since',
  daysInLead: (isOne: boolean, since: string) => `${isOne ? 'day' : 'days'} in the lead, since ${since}`,
  monthsInLead: (since: string) => `months in the lead, since ${since}`,
  resetsIn: (left: string) => `Resets in ${left}.`,
  toPass: 'to pass',
  wins: (prize: string) => ` · wins ${prize}`,
  noRank: 'No rank at present',
  pictureOf: (description: string) => `The player's lane above a plate for each period, and the words: ${description}`,
  perDay: (head: string, days: number) => `${head} per day, last ${days} days`,
  career: (several: string) => `Career ${several}`,
  none: (several: string) => `no ${several}`,
} as const;

/** The present period of a kind, standing alone. */
export const NOW: Record<PeriodKind, string> = { daily: 'Today', weekly: 'This week', monthly: 'This month', 'all-time': 'All time' };

/** "Around Kenji today". */
export function aroundWords(name: string, kind: PeriodKind): string {
  return `Around ${isolated(name)}${kind === 'all-time' ? ', all time' : ` ${NOW[kind].toLowerCase()}`}`;
}

/** "Playing since 14 Mar 2010 · last played Sun 26 Jul 2026", and the username if it differs from the display name. */
export function leadWords({ player: { username, displayName }, since, lastPlayed }: PlayerPage): string {
  return [
    ...(since === null ? [] : [`Playing since ${dayWords(since)}`]),
    ...(lastPlayed === null ? [] : [`last played ${weekdayWords(lastPlayed)}`]),
    ...(displayName === username ? [] : [`username ${isolated(username)}`]),
  ].join(' · ');
}

/** The gap between a total and the player's own: "1,000 ahead", "0.250 s behind", "tied". */
export function gapWords(apart: number, side: 'above' | 'below', { margin }: Pick<UnitWords, 'margin'>): string {
  if (apart === 0) return TIED;
  return `${margin(Math.abs(apart))} ${side === 'above' ? 'ahead' : 'behind'}`;
}

/** The period of a square by its first day: "Sun 14 Mar 2010", "Week of 8 Mar 2010", and a current one "Nov 2026, so far". */
export function squareName(kind: EndingKind, { day, isOpen }: { readonly day: string; readonly isOpen: boolean }): string {
  const name = periodOfDay(kind, day).replace(/^w/, 'W');
  return isOpen ? soFar(name) : name;
}

/** The legend of the squares. */
export function legendWords(kind: EndingKind): string {
  return `One square per ${ONE_PERIOD[kind]}: gold, silver and bronze for the top three, and the place. Empty: not played.`;
}

/** The caption of a figure of wins or, without wins, of podiums, or of periods: "days won · 162 on the podium", "days played". */
export function achievedWords(
  kind: EndingKind,
  { wins, podiums, periods }: Readonly<Record<'wins' | 'podiums' | 'periods', number>>,
  format: NumberFormat,
): string {
  const what = wins > 0 ? 'won' : podiums > 0 ? 'on the podium' : 'played';
  const words = `${ONE_PERIOD[kind]}${(wins || podiums || periods) === 1 ? '' : 's'} ${what}`;
  return wins > 0 && podiums > wins ? `${words} · ${format.count(podiums)} on the podium` : words;
}

/** The caption of a streak's length: "days won in a row". */
export function runWords(kind: EndingKind, run: NonNullable<PlayerPage['chosen']['run']>): string {
  const what = { won: 'won', podium: 'on the podium', points: 'played' }[run.kind];
  return `${ONE_PERIOD[kind]}s ${what} in a row`;
}

/** The summary of a row of the strip: "2019: 21 days played, 11 won, 17 on the podium". */
export function rowWords(name: string, kind: EndingKind, ranks: readonly number[], format: NumberFormat): string {
  const within = (worst: number) => ranks.filter((rank) => rank <= worst).length;
  const [wins, podiums] = [within(1), within(3)];
  return [
    `${name}: ${countWords(ranks.length, ONE_PERIOD[kind], format)} played`,
    ...(wins === 0 ? [] : [`${format.count(wins)} won`]),
    ...(podiums === 0 ? [] : [`${format.count(podiums)} on the podium`]),
    `best ${ranks.length === 0 ? 'none' : rankWords(Math.min(...ranks), format)}`,
  ].join(', ');
}

type Target = PathToPodium['targets'][number];
type Plan = Extract<Target['outlook'], { readonly kind: 'plans' }>['plans'][number];

/** "You need 18 an hour; Kenji is scoring 328." */
export function paceWords({ pace, holder }: Target, { margin }: Pick<UnitWords, 'margin'>): string | undefined {
  if (pace === null) return undefined;
  return `Needs ${margin(Math.ceil(pace.needed))} an hour; ${isolated(holder.displayName)} is scoring ${margin(Math.ceil(pace.holder))}.`;
}

/** "3 × Log in (once a day)". */
export function stepWords({ title, times, limit }: Plan['steps'][number], format: NumberFormat): string {
  const within = times > 1 && limit !== undefined && limit.per !== 'ever' ? ` (${limitWords(limit, format)})` : '';
  return `${format.count(times)} × ${title}${within}`;
}

/** A plan's points and duration: "300 points, 3 min". Always in hours, however many: nobody plays for days. */
export function costWords({ points, minutes }: Plan, { words }: Pick<UnitWords, 'words'>, format: NumberFormat): string {
  if (minutes === null) return words(points);
  const hours = Math.floor(minutes / 60);
  const parts = [hours === 0 ? '' : `${format.count(hours)} h`, minutes % 60 === 0 ? '' : `${minutes % 60} min`];
  return [words(points), ...parts.filter((part) => part !== '')].join(', ').replace(/( h), /, '$1 ');
}
