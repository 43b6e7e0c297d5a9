import { DAY_MS } from '../../../domain/durations.ts';

/** Where each day (YYYY-MM-DD, in order) lies between the first one at 0 and the last at 1; a single one is the last. */
export function daysAcross(days: readonly string[]): readonly number[] {
  const times = days.map((day) => Date.parse(day));
  const first = times[0] ?? 0;
  const length = (times.at(-1) ?? 0) - first;
  return times.map((time) => (length === 0 ? 1 : (time - first) / length));
}

/**
 * The indexes of days that follow each other without a gap of more than `step` days, as stretches to draw a line
 * through: where somebody was not ranked there is nothing to draw.
 */
export function unbroken(days: readonly string[], step: number): readonly (readonly number[])[] {
  const stretches: number[][] = [];
  let last = -Infinity;
  for (const [i, day] of days.entries()) {
    const time = Date.parse(day);
    if (time - last > (step + 0.5) * DAY_MS) stretches.push([]);
    stretches.at(-1)!.push(i);
    last = time;
  }
  return stretches;
}

/** A value and how far from the top it is drawn, 0 to 1. */
interface GridLine {
  readonly value: number;
  readonly y: number;
}

/** A scale of a chart: how far from the top a value is drawn, 0 to 1, and at most three lines to read it by. */
export interface ChartScale {
  readonly y: (value: number) => number;
  readonly grid: readonly GridLine[];
}

/** Ranks down to `last`, 1 on top. Logarithmic: from 2nd to 1st is as far as from 200th to 100th. */
export function rankScale(last: number): ChartScale {
  // Never less than three places, or a field of two would fill the chart.
  const bottom = Math.log(Math.max(3, last));
  const y = (rank: number) => Math.log(rank) / bottom;
  const tens = Array.from({ length: 12 }, (_, i) => 10 ** i).filter((rank) => rank <= last);
  const values =
    tens.length < 2 ? [1, 3].filter((rank) => rank <= Math.max(3, last)) : [1, tens[Math.floor(tens.length / 2)]!, tens.at(-1)!];
  return { y, grid: [...new Set(values)].map((value) => ({ value, y: y(value) })) };
}

/**
 * Points from the smaller of 0 and the least to the most; a line at 0, at a round number, and at its double where that
 * fits. What is counted is whole.
 */
export function pointsScale(values: readonly number[]): ChartScale {
  const low = Math.min(0, ...values);
  const high = Math.max(low + 1, 0, ...values);
  const y = (value: number) => (high - value) / (high - low);
  const size = 10 ** Math.floor(Math.log10(Math.max(high, 1)));
  const round = [5, 2, 1, 0.5].map((times) => times * size).find((value) => Number.isInteger(value) && value * 2 <= high) ?? high;
  const grid = high <= 0 ? [0, low] : [0, round, round * 2];
  return { y, grid: [...new Set(grid)].filter((value) => value <= high && value >= low).map((value) => ({ value, y: y(value) })) };
}
