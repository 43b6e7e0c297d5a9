import { momentText } from '../../../contract/moment-text.ts';
import type { Played } from '../../../contract/page-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { replayMoments } from '../../../domain/replay.ts';

export interface Step {
  readonly at: string;
  /** Epoch milliseconds. */
  readonly moment: number;
}

/** All steps of a period: `between` (epoch milliseconds, ascending) or even ones. The last is the present or the end, at `settled`. */
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

/** The step at a moment (ISO 8601), or the last one before it; `null` is the last step. */
export function stepAt(steps: readonly Step[], moment: string | null): number {
  const last = steps.length - 1;
  if (moment === null) return last;
  const after = steps.findIndex((step) => step.moment > Date.parse(moment));
  // The end has a different address, so no moment maps to the last step.
  return Math.max(0, Math.min(after === -1 ? last : after, last) - 1);
}

/** The step after `index`; the first one after the last. */
export function stepAfter(steps: readonly Step[], index: number): number {
  return index >= steps.length - 1 ? 0 : index + 1;
}

const STEP_KINDS = ['even', 'days', 'months'] as const;

type StepKind = (typeof STEP_KINDS)[number];

/** Fewer steps are too short for a replay, and more take minutes. */
const FITTING = { least: 8, most: 200 };

/** The moments of the steps, epoch milliseconds; `undefined` for even ones. */
export function stopsOf(kind: StepKind, played: Played | undefined): readonly number[] | undefined {
  return kind === 'even' ? undefined : played?.[kind].map(Date.parse);
}

/** The kinds of steps that a period supports. */
export function stepKindsOf(played: Played | undefined): readonly StepKind[] {
  return STEP_KINDS.filter((kind) => kind === 'even' || (played !== undefined && played[kind].length > 1));
}

/** The best kind of steps for a period: long periods skip days or months without points. */
export function fittingStep(period: PeriodKind, played: Played | undefined): StepKind {
  if (played === undefined || period === 'daily' || period === 'weekly') return 'even';
  const fits = ({ length }: readonly string[]) => length >= FITTING.least && length <= FITTING.most;
  return fits(played.days) ? 'days' : fits(played.months) ? 'months' : 'even';
}
