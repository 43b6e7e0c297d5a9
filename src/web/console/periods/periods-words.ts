// Texts of the periods page.
import type { AnswerTo } from '../../../contract/api.ts';
import type { ApiRehearsal } from '../../../contract/operation/settlement.ts';
import { type EndingKind, ENDING_KINDS } from '../../../domain/calendar.ts';
import { kindWords } from '../parts/words/period-words.ts';

type WaitsFor = AnswerTo<'unsettled'>['periods'][number]['waitsFor'];

export const PERIODS = {
  page: { title: 'Periods', lead: 'When the days, weeks and months of a board end, who wins them, and what is left to do.' },
  choose: 'Periods previewed and listed below',
} as const;

export const UNSETTLED = {
  title: 'Not final yet',
  steps: [
    'After a period ends, it still takes points that were on their way, for the grace time.',
    'If it has prizes, it is then under review: no new points are accepted, and you check the results.',
    'It becomes final by itself or when you say so. Then its prizes are due, under “Prizes won”.',
  ],
  heads: { period: 'Period', status: 'Status', final: 'Final', prizes: 'Prizes' },
  none: 'No open periods.',
  until: 'until',
  afterImport: 'after the import',
  noPrizes: '–',
  need: (reviewed: number) =>
    reviewed === 0 ? 'Nothing to review.' : reviewed === 1 ? 'One period is under review.' : `${reviewed} periods are under review.`,
  settle: (name: string) => ({ opens: 'Make final now', title: `Make ${name} final`, label: 'Make final', done: `${name} is final.` }),
  settleTold: ['Without you it becomes final ', '. Its prizes become due at once. This can’t be undone.'],
} as const;

/** What a period is waiting for, and what that means for an operator. */
export const SETTLING_WORDS: Readonly<Record<WaitsFor, { readonly state: string; readonly todo: string }>> = {
  end: { state: 'Open', todo: 'Nothing to do.' },
  'late-points': { state: 'Ended', todo: 'Taking points that were still on their way. Nothing to do.' },
  import: { state: 'Held open by an import', todo: 'Becomes final when the import ends.' },
  review: { state: 'Under review', todo: 'Check the results; ranks can still change. Then make it final, or wait.' },
  correction: { state: 'Reopened', todo: 'Void events, hide or remove players. It becomes final again by itself.' },
  closing: { state: 'Becoming final', todo: 'Takes seconds. Nothing to do.' },
};

export const CLOSED = {
  title: 'Closed',
  caption: 'Closed periods',
  none: (noun: string) => `No ${noun} on this board is closed yet.`,
  heads: { period: 'Period', podium: 'Podium', ranked: 'Ranked' },
  reopen: (name: string) => ({ opens: 'Reopen', title: `Reopen ${name}`, label: 'Reopen period', done: `${name} reopened.` }),
  reopenTold:
    'For an hour, so that you can void events and hide or remove players. It takes no new points. Only the latest closed period can be reopened, and only before its prizes are due.',
  reopenFields: { reason: { label: 'Reason', hint: 'Visitors may see it.' } },
} as const;

export const REVIEW = {
  title: 'Review period',
  off: 'No review: results are final, and prizes due, as soon as the grace time is over. A review gives you time to check the winners first.',
  on: (time: string) => `Results with prizes are under review for ${time}. Others are final as soon as the grace time is over.`,
  change: { opens: 'Change review period', title: 'Review period', label: 'Save' },
  done: (time: string) => (time === '' ? 'Review turned off.' : `Review period set to ${time}.`),
  told: 'Applies to reviews that start from now on. Reviews that are running keep theirs.',
  choice: { label: 'Review results with prizes for' },
  choices: { 0: 'No review', 60: '1 hour', 1440: '1 day', 4320: '3 days', own: 'Custom' },
  minutes: { label: 'Minutes', hint: 'At most 43,200, which is 30 days.' },
} as const;

export const PRACTICE = {
  title: 'Practice settlement',
  told: 'Ends a copy of the running period, makes it final and lists its payouts. Visitors see nothing of it, nothing is sent, and the copy is thrown away.',
  run: 'Run practice',
  discard: 'Discard practice',
  done: 'Practice only.',
  players: (period: string, players: number, count: string) => `${period}, settled with ${count} ${players === 1 ? 'player' : 'players'}.`,
  madeUp: { players: ' The board has no players in it yet, so these are made up.', prizes: ' It has no prizes, so these are made up.' },
  steps: {
    open: 'the standings are copied.',
    provisional:
      'no more points are accepted. The results are provisional until the review ends or you press “Make final now”, as the practice does.',
    final: 'the results are final, and prizes are due. You then mark each as paid or declined under “Prizes won”.',
  },
  payouts: {
    caption: 'Payouts of the practice',
    none: 'Nobody won a prize.',
    heads: { player: 'Player', rank: 'Rank', prize: 'Prize', state: 'Status' },
  },
  due: 'due (practice)',
} as const;

export const REHEARSAL = {
  title: 'Preview final results',
  ranked: (period: string, ranked: number, count: string) => `${period}: ${count} ${ranked === 1 ? 'player is' : 'players are'} ranked. `,
  winning: (winning: number, count: string) => `If it ended now, ${winning === 0 ? 'nobody' : count} would win a prize.`,
  noPrizes: ['It has no prizes. Add some in the ', 'catalogue', '.'],
  held: (held: number, count: string) => (held === 1 ? 'One event is on hold' : `${count} events are on hold`),
  heldTold: [' and may change this once accepted. ', 'Review held points', '.'],
  table: {
    caption: 'Winners if it ended now',
    none: 'Nobody has points yet.',
    heads: { player: 'Player', rank: 'Rank', total: 'Points', prize: 'Prize' },
  },
  tie: { none: '', 'reached-first': ' (tied; reached it first)', 'joined-first': ' (tied; joined first)' },
  more: (count: string) => `And ${count} more.`,
  leftOut: 'Left out because they are not shown',
  leftOutTold: (name: string, rank: string, prize: string, state: string, reason: string | null) =>
    `${name} would be ${rank} and win ${prize}: ${state}${reason === null ? '.' : `, “${reason}”`}`,
  unclaimed: 'Prizes nobody would win',
  webhooks: 'Webhooks notified',
  messages: {
    'period.closing_soon': 'Ending soon',
    'period.closed': 'Ended',
    'period.final': 'Results final',
  } satisfies Record<ApiRehearsal['messages'][number]['type'], string>,
  notified: (message: string, webhooks: readonly string[]) => `${message}: ${webhooks.join(', ') || 'none'}`,
  next: 'Next ends',
  final: ', final ',
  clocks: (minutes: number) =>
    minutes === 0 ? '' : ` (clocks change: ${Math.abs(minutes)} minutes ${minutes > 0 ? 'longer' : 'shorter'})`,
  rest: (count: string) => `Rest of the year: ${count} more`,
} as const;

/** Periods that wait for an operator first, running ones last. */
export function byNeed<Period extends { readonly waitsFor: WaitsFor }>(periods: readonly Period[]): readonly Period[] {
  const needs = (period: Period) => ['review', 'correction', 'import', 'late-points', 'closing', 'end'].indexOf(period.waitsFor);
  return periods.toSorted((a, b) => needs(a) - needs(b));
}

/** A review period: "1 day", "2 days and 3 hours"; 90 minutes is "1 hour and 30 minutes". */
export function reviewWords(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 1440), 'day'],
    [Math.floor((minutes % 1440) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const;
  return parts.flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount} ${unit}${amount === 1 ? '' : 's'}`])).join(' and ');
}

/** The kinds of periods that end, as options. */
export const KIND_CHOICES = ENDING_KINDS.map((value) => ({ value, text: kindWords(value, (noun) => `${noun}s`) }));

/** The kind in the URL; days by default. */
export function chosenKind(text: string): EndingKind {
  return KIND_CHOICES.find(({ value }) => value === text)?.value ?? 'daily';
}
