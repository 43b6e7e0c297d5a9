import { PERIOD_KINDS, type PeriodKind } from './calendar.ts';

/** Cached spans per kind: today's, and the few that late events belong to. */
const REMEMBERED = 8;

/** Caches the four periods of a moment, since time zones are expensive. Calls `find` for the rest; spans are in epoch milliseconds. */
export class SpanCache<Span extends { readonly start: number; readonly end: number }> {
  readonly #find: (kind: PeriodKind, at: number) => Span;
  readonly #recent: Record<PeriodKind, Span[]> = { daily: [], weekly: [], monthly: [], 'all-time': [] };
  /** The last result, and the time range for which it is valid. */
  #last: readonly Span[] = [];
  #lastStart = Infinity;
  #lastEnd = -Infinity;

  constructor(find: (kind: PeriodKind, at: number) => Span) {
    this.#find = find;
  }

  /** In the order of `PERIOD_KINDS`. Throws what `find` throws. */
  containing(at: number): readonly Span[] {
    if (at >= this.#lastStart && at < this.#lastEnd) return this.#last;
    const spans = PERIOD_KINDS.map((kind) => this.#span(kind, at));
    this.#last = spans;
    this.#lastStart = Math.max(...spans.map(({ start }) => start));
    this.#lastEnd = Math.min(...spans.map(({ end }) => end));
    return spans;
  }

  #span(kind: PeriodKind, at: number): Span {
    const recent = this.#recent[kind];
    const place = recent.findIndex(({ start, end }) => at >= start && at < end);
    if (place === 0) return recent[0]!;
    const span = place > 0 ? recent.splice(place, 1)[0]! : this.#find(kind, at);
    recent.unshift(span);
    recent.length = Math.min(recent.length, REMEMBERED);
    return span;
  }
}
