import type { Receipt } from '../../../contract/player-answers.ts';
import { isolated } from '../../../domain/names/isolated.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import type { PageHead } from '../../site/page.ts';
import type { NumberFormat } from '../../ui/number-format.ts';
import { boardTitle } from '../words/board-view.ts';
import { countWords } from '../words/count-words.ts';
import { absenceWords, rankWords } from '../words/rank-words.ts';
import { momentParts, periodName, secondWords, type MomentParts } from '../words/time-words.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const RECEIPT_WORDS = {
  title: 'Why this rank',
  backTo: 'Back to',
  whyRank: (name: string, isNow: boolean, rank: string) => `Why ${name} ${isNow ? 'is' : 'was'} ${rank}`,
  whyNoRank: (name: string, isNow: boolean) => `Why ${name} ${isNow ? 'has' : 'had'} no rank`,
  reached: (rank: string, total: string, points: string, at: string) => `${rank} of ${total} with ${points}, reached on ${at}.`,
  now: 'Now',
  facts: { rank: 'Rank', tie: 'Tie', rule: 'Rule', period: 'Period' },
  activities: 'By activity',
  list: 'Events',
  byDay: 'Day by day',
  emptyPage: 'No events from this period on this page. Older pages may have some.',
  pages: 'Event pages',
  newest: 'Newest',
  older: 'Older',
  check: 'Check the total',
  checking: 'Checking',
  adds: (sum: string) => `This page adds up to ${sum}.`,
  events: (count: string) => `${count} events`,
  wrong: (sum: string, total: string) => `The events add up to ${sum}, but the total is ${total}. Please tell the site’s operator.`,
  right: (count: string, sum: string) => `${count} events add up to ${sum}, which is the total.`,
  rightThen: (count: string, sum: string) => `${count} events add up to ${sum}, which was the total when they were added up.`,
  failed: 'Some pages could not be loaded. Try again.',
} as const;

/** The points of one activity: "34 × 50 = 1,700", or "45 events, 731" if the events differ. */
export function activityWords(
  { events, each, points }: Receipt['activities'][number],
  { figure }: Pick<UnitWords, 'figure'>,
  format: NumberFormat,
): string {
  if (events === 1) return figure(points);
  return each === null
    ? `${countWords(events, 'event', format)}, ${figure(points)}`
    : `${format.count(events)} × ${figure(each)} = ${figure(points)}`;
}

/** A board's scoring rule, as a sentence. */
export function scoringWords(
  { scoring }: Pick<Receipt['board'], 'scoring'>,
  { several, lead }: Pick<UnitWords, 'several' | 'lead'>,
): string {
  const rule = {
    sum: `All ${several} are added up.`,
    best: 'Each player’s best result counts.',
    latest: 'Each player’s latest result counts.',
  }[scoring];
  return `${rule} The player with the ${lead} leads.`;
}

/** A period's boundaries on the board's calendar, and their rule: "Mon 16 Nov to Sun 22 Nov 2026, midnight to midnight (UTC)". */
export function boundaryWords({ kind, start, end }: Receipt['period'], { timeZone, weekStart }: Receipt['board']): string {
  if (start === null || end === null) return 'All time.';
  const [first, last] = [Date.parse(start), Date.parse(end) - 1].map((at) => momentParts(at, timeZone, 'short')) as [
    MomentParts,
    MomentParts,
  ];
  const until = `${last.weekday} ${last.day} ${last.month} ${last.year}`;
  const year = first.year === last.year ? '' : ` ${first.year}`;
  const days = kind === 'daily' ? until : `${first.weekday} ${first.day} ${first.month}${year} to ${until}`;
  return `${days}, midnight to midnight (${timeZone}).${kind === 'weekly' ? ` Weeks start on ${WEEKDAYS[weekStart - 1]}.` : ''}`;
}

/** How a tie was decided, as a sentence; `undefined` without a tie. */
export function tieWords({ player, place, tiedWith, board }: Receipt, { figure }: Pick<UnitWords, 'figure'>): string | undefined {
  if (place.kind !== 'ranked' || place.tie.kind === 'none') return undefined;
  const points = figure(place.points);
  const [me, them] = [player, tiedWith].map((one) => isolated(one?.displayName ?? ''));
  if (tiedWith === null) return `Tied on ${points}.`;
  const isFirst = place.rank < tiedWith.rank;
  const head = `Tied with ${them} on ${points}. ${me} is listed ${isFirst ? 'first' : 'second'}:`;
  if (place.tie.decidedBy === 'joined-first')
    return `${head} both reached it on ${secondWords(Date.parse(place.reachedAt), board.timeZone)}, and ${isFirst ? me : them} joined first.`;
  const [own, other] = clockPair(Date.parse(place.reachedAt), Date.parse(tiedWith.reachedAt), board.timeZone);
  return `${head} ${me} reached it on ${own}, ${them} on ${other}.`;
}

/** Two moments, precise enough to tell them apart: to the second, or to the millisecond if the seconds are equal. */
function clockPair(a: number, b: number, timeZone: string): [string, string] {
  const words = (at: number) => secondWords(at, timeZone);
  if (words(a) !== words(b)) return [words(a), words(b)];
  const precise = (at: number) => `${words(at)}.${String(((at % 1000) + 1000) % 1000).padStart(3, '0')}`;
  return [precise(a), precise(b)];
}

type Event = Receipt['events'][number];

/** Whether an event counts towards the total, or why not, in words. `timeZone`: the board's. */
export function stateWords(
  { state, voided }: Pick<Event, 'state' | 'voided'>,
  { scoring, timeZone }: Pick<Receipt['board'], 'scoring' | 'timeZone'>,
): string {
  const beaten = { sum: 'Not counted', best: 'Beaten by a better result', latest: 'Replaced by a later result' }[scoring];
  const words = { counted: 'Counted', beaten, late: 'Arrived after the results were final', voided: 'Voided' }[state];
  if (voided === null) return words;
  const when = `on ${secondWords(Date.parse(voided.at), timeZone)}`;
  return state === 'voided'
    ? `${words} ${when}: ${voided.reason}`
    : `${words}. Voided ${when}, after the results were final: ${voided.reason}`;
}

/** The events that are part of the total. */
export function countedEvents(events: readonly Event[]): readonly Event[] {
  return events.filter(({ state }) => state === 'counted');
}

/** The sum of the counted events. */
export function counted(events: readonly Event[]): number {
  return countedEvents(events).reduce((sum, { points }) => sum + points, 0);
}

/** Explains that the events may not be read. */
export function unreadWords(shown: Exclude<Receipt['shown'], 'all'>): string {
  const kept = 'This site keeps individual events private.';
  return shown === 'none' ? kept : `${kept} Here is the total of each day.`;
}

/** The number of events; `null` if there are too many to count. */
export function eventsWords(total: number | null, format: NumberFormat): string {
  if (total === null) return 'many events';
  return total === 1 ? 'one event' : `${total === 0 ? 'no' : format.count(total)} events`;
}

/** The title of a receipt outside its page. */
export function receiptHead({ player, board, period, place, total, shown }: Receipt, format: NumberFormat): PageHead {
  const words = unitWords(board, format);
  const name = isolated(player.displayName);
  const when = `${boardTitle(board)}, ${periodName(period, board.timeZone)}`;
  if (place.kind === 'absent') return { title: `Why ${name} has no rank`, description: `${when}: ${absenceWords(place.absence, words)}` };
  return {
    title: `Why ${name} is ${rankWords(place.rank, format)}`,
    description: `${when}: ${words.words(place.points)}${shown === 'all' ? ` from ${eventsWords(total, format)}` : ''}.`,
  };
}
