/** Whether a figure is within its limit; `none` if it has no limit and is only informative. */
type Verdict = 'ok' | 'over' | 'not measured' | 'none';

/** A row of the table: what was measured, the value, and its limit. */
export interface Figure {
  readonly what: string;
  readonly measured: string;
  readonly limit: string;
  readonly verdict: Verdict;
}

interface Measured {
  readonly what: string;
  readonly value: number;
  readonly limit: number;
  /** Formats a value with its unit. */
  readonly show: (value: number) => string;
  /** A remark on the value, such as its spread. */
  readonly note?: string;
}

/** A figure that must not exceed its limit. NaN misses it. */
export function atMost(measured: Measured): Figure {
  return row(measured, 'at most', measured.value <= measured.limit);
}

/** A figure that must reach its limit. NaN misses it. */
export function atLeast(measured: Measured): Figure {
  return row(measured, 'at least', measured.value >= measured.limit);
}

/** A figure without a limit. */
export function shownOnly(what: string, measured: string): Figure {
  return { what, measured, limit: '', verdict: 'none' };
}

/** A figure for a part that failed with an error, which is printed. */
export function failed(error: unknown): Figure {
  console.error(error);
  return { what: 'the measurement', measured: 'failed', limit: 'a result', verdict: 'over' };
}

function row({ what, value, limit, show, note }: Measured, relation: string, kept: boolean): Figure {
  return {
    what,
    measured: note === undefined ? show(value) : `${show(value)} (${note})`,
    limit: `${relation} ${show(limit)}`,
    verdict: kept ? 'ok' : 'over',
  };
}

/** The median, or the mean of the middle two; NaN if empty. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2;
}

/** The quantile at `share`, such as 0.99: the smallest value that this share of all values does not exceed; NaN if empty. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
}

/** `1234` as `1,234 B`. */
export function bytes(value: number): string {
  return `${value.toLocaleString('en')} B`;
}

/** `712.4` as `712 ms`. */
export function milliseconds(value: number): string {
  return `${Math.round(value)} ms`;
}
