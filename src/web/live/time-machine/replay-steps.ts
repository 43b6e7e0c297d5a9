import { momentText } from '../../../contract/moment-text.ts';
import type { Played } from '../../../contract/page-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts';
import { replayMoments } from '../../../domain/replay.ts';

/** Where the slider can stand. */
export interface Step {
  /** What the address says there. */
  readonly at: string;
  /** Epoch milliseconds. */
  readonly moment: number;
}

/**
 * All steps of a period; the last one is the period as it is now, or as it ended, for which the address says `settled`.
 * Those in between are at some moments (epoch milliseconds, ascending) or, where none are given, alike.
 */
export function stepsOf(
  { from, until }: { readonly from: string; readonly until: string },
  settled: string,
  between?: readonly number[],
): readonly Step[] {
  const [first, last] = [Date.parse(from), Date.parse(until)];
  const moments =
    between === undefined ? replayMoments(first, last) : [first, ...between.filter((moment) => moment > first && moment < last), last];
  return moments.map((moment, i) => ({ at: i === moments.length - 1 ? settled : momentText(moment), moment }));
}

/** The step at a moment (ISO 8601), or the last one before it: a link may name any. `null` is the last step of all. */
export function stepAt(steps: readonly Step[], moment: string | null): number {
  const last = steps.length - 1;
  if (moment === null) return last;
  const after = steps.findIndex((step) => step.moment > Date.parse(moment));
  // A moment is never the end, however late it is: that has another address.
  return Math.max(0, Math.min(after === -1 ? last : after, last) - 1);
}

/** The step a replay shows next, standing at `index`: the first one, where it is at the end. */
export function stepAfter(steps: readonly Step[], index: number): number {
  return index >= steps.length - 1 ? 0 : index + 1;
}

/** Where a replay stops: at moments that are alike, or where something happened. */
const STEP_KINDS = ['even', 'days', 'months'] as const;

type StepKind = (typeof STEP_KINDS)[number];

/** Fewer stops are no replay, and more take minutes. */
const FITTING = { least: 8, most: 200 };

/** The moments at which a replay stops, epoch milliseconds; `undefined` where they are alike. */
export function stopsOf(kind: StepKind, played: Played | undefined): readonly number[] | undefined {
  return kind === 'even' ? undefined : played?.[kind].map(Date.parse);
}

/** The kinds of steps that a period can be replayed in. */
export function stepKindsOf(played: Played | undefined): readonly StepKind[] {
  return STEP_KINDS.filter((kind) => kind === 'even' || (played !== undefined && played[kind].length > 1));
}

/** What fits a period best: a long one stops where something happened, if that is often enough and not too often. */
export function fittingStep(period: PeriodKind, played: Played | undefined): StepKind {
  if (played === undefined || period === 'daily' || period === 'weekly') return 'even';
  const fits = ({ length }: readonly string[]) => length >= FITTING.least && length <= FITTING.most;
  return fits(played.days) ? 'days' : fits(played.months) ? 'months' : 'even';
}

/** What steps that are alike are called, by their length: "Every 15 minutes", "Every 2 hours", "Every day". */
export function evenWords([first, second]: readonly Step[]): string {
  if (first === undefined || second === undefined) return 'Every minute';
  const length = second.moment - first.moment;
  const [unit, one] = length % DAY_MS === 0 ? [DAY_MS, 'day'] : length % HOUR_MS === 0 ? [HOUR_MS, 'hour'] : [MINUTE_MS, 'minute'];
  const count = Math.max(1, Math.round(length / unit));
  return count === 1 ? `Every ${one}` : `Every ${count} ${one}s`;
}
