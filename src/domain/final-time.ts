import type { PeriodSpan } from './calendar.ts';

/**
 * When a period becomes final, in epoch milliseconds: it takes what was received before, whatever the time of the event,
 * and nothing after. The grace is for what is on its way when the period ends (docs/decisions/0020-closing.md).
 */
export function finalTime({ end }: Pick<PeriodSpan, 'end'>, graceMs: number): number {
  return end + graceMs;
}
