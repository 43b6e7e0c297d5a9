import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts';
import { dateAndTime, dayOfMoment, minuteOfDay } from '../words/time-words.ts';
import type { Step } from './replay-steps.ts';

export const REPLAY_WORDS = {
  raceOf: (board: string, period: string) => `Race: ${board}, ${period}`,
  name: 'Replay',
  play: 'Play',
  pause: 'Pause',
  moment: 'Moment',
  speed: 'Speed',
  step: 'Step',
  days: 'Game day',
  months: 'Month',
  race: 'Race view',
  close: 'Close replay',
  closeRace: 'Close race',
  runners: 'Top ten',
  now: 'Now',
  over: 'Replay finished',
  failed: 'Could not load this moment. Still showing the one before.',
  /** `points`: the unit of the board. */
  empty: (points: string) => `No ${points} yet.`,
  takesLead: (name: string, when: string, points: string) => `${name} takes the lead ${when}, with ${points}`,
} as const;

/** The standings shown: those at a moment (epoch milliseconds), or those at the last step. The part that a phone hides is separate. */
export function standingsWords(moment: number | undefined, view: LiveBoardView): readonly [prefix: string, when: string] {
  const { timeZone } = view.board;
  if (moment !== undefined) return ['Standings on ', `${dateAndTime(moment, timeZone)} ${timeZone === 'UTC' ? 'UTC' : `(${timeZone})`}`];
  return [
    '',
    view.later === null
      ? 'Live standings'
      : { open: 'Not final yet', provisional: 'Provisional standings', final: 'Final standings' }[view.period.state],
  ];
}

/** A moment as short as the period allows: "14:15", "28 Jul 2024". */
export function raceDate(moment: number | undefined, { board: { timeZone }, period: { kind, end }, later }: LiveBoardView): string {
  if (moment !== undefined) return kind === 'daily' ? minuteOfDay(moment, timeZone) : dayOfMoment(moment, timeZone);
  if (later === null || end === null) return REPLAY_WORDS.now;
  return kind === 'daily' ? '24:00' : dayOfMoment(Date.parse(end) - 1, timeZone);
}

/** The length of even steps: "15 min", "2 hours", "1 day". */
export function evenWords([first, second]: readonly Step[]): string {
  const length = first === undefined || second === undefined ? MINUTE_MS : second.moment - first.moment;
  const [unit, one] = length % DAY_MS === 0 ? [DAY_MS, 'day'] : length % HOUR_MS === 0 ? [HOUR_MS, 'hour'] : [MINUTE_MS, 'min'];
  const count = Math.max(1, Math.round(length / unit));
  return count === 1 || one === 'min' ? `${count} ${one}` : `${count} ${one}s`;
}
