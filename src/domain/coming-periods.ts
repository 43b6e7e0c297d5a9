import { type Calendar, type EndingKind, periodContaining, type PeriodSpan } from './calendar.ts';
import { DAY_MS } from './durations.ts';

/** A future period, and by how many milliseconds clock changes make it longer than its days (negative: shorter). */
export interface ComingPeriod extends PeriodSpan {
  readonly extraMs: number;
}

/** The periods of a kind that end in [from, until), both epoch milliseconds, in order, starting with the one current at `from`. */
export function comingPeriods(kind: EndingKind, from: number, until: number, calendar: Calendar): readonly ComingPeriod[] {
  const coming: ComingPeriod[] = [];
  for (let span = periodContaining(kind, from, calendar); span.end < until; span = periodContaining(kind, span.end, calendar)) {
    const length = span.end - span.start;
    coming.push({ ...span, extraMs: length - Math.round(length / DAY_MS) * DAY_MS });
  }
  return coming;
}
