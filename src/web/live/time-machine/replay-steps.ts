import { momentText } from '../../../contract/moment-text.ts';
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
