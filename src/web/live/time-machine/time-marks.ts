import { type Calendar, type EndingKind, periodContaining } from '../../../domain/calendar.ts';
import { DAY_MS, HOUR_MS } from '../../../domain/durations.ts';
import { momentParts } from '../words/time-words.ts';
import type { Step } from './replay-steps.ts';

/** A place on the slider at which something begins: a day, a month, a year. */
export interface TimeMark {
  /** Of the way from the first step to the last, 0 to 1. */
  readonly place: number;
  readonly name: string;
}

/** How many names fit under a slider. */
const MOST_NAMES = 6;

/** Marks where hours, days, months or years begin, whichever of them a stretch of time is counted in; a few, evenly thinned out. */
export function timeMarks(steps: readonly Step[], calendar: Calendar): readonly TimeMark[] {
  const [from, until] = [steps[0]!.moment, steps.at(-1)!.moment];
  const begun = beginnings(from, until, calendar);
  const every = Math.ceil(begun.length / MOST_NAMES);
  return begun.filter((_, i) => i % every === 0).map(({ moment, name }) => ({ place: placeOf(moment, steps), name }));
}

/** Where a moment lies among the steps, as the slider has them: each as far from the next. */
function placeOf(moment: number, steps: readonly Step[]): number {
  const last = steps.length - 1;
  const after = Math.max(
    1,
    steps.findIndex((step) => step.moment >= moment),
  );
  const [before, next] = [steps[after - 1]!.moment, steps[after]!.moment];
  return (after - 1 + (moment - before) / (next - before)) / last;
}

function beginnings(from: number, until: number, calendar: Calendar) {
  const length = until - from;
  const parts = (at: number) => momentParts(at, calendar.timeZone, 'short');
  const named = (moments: readonly number[], nameOf: (at: ReturnType<typeof parts>) => string) =>
    moments.map((moment) => ({ moment, name: nameOf(parts(moment)) }));
  if (length <= 2 * DAY_MS) {
    const hours = Array.from({ length: Math.ceil(length / HOUR_MS) }, (_, i) => from + i * HOUR_MS);
    const thirds = hours.filter((at) => at > from && Number(parts(at).hour) % 3 === 0);
    return named(thirds, ({ hour }) => `${hour}:00`);
  }
  const isDayOfWeek = length <= 10 * DAY_MS;
  if (length <= 62 * DAY_MS)
    return named(starts('daily', from, until, calendar), ({ weekday, day, month }) => (isDayOfWeek ? weekday : `${day} ${month}`));
  const months = starts('monthly', from, until, calendar);
  const years = months.filter((moment) => parts(moment).month === 'Jan');
  return years.length < 3 ? named(months, ({ month, year }) => (month === 'Jan' ? year : month)) : named(years, ({ year }) => year);
}

/** Starts of periods of a kind within a stretch of time, its own beginning left out. */
function starts(kind: EndingKind, from: number, until: number, calendar: Calendar): readonly number[] {
  const found: number[] = [];
  for (let at = periodContaining(kind, from, calendar).end; at < until; at = periodContaining(kind, at, calendar).end) found.push(at);
  return found;
}
