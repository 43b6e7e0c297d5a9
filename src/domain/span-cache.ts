import { PERIOD_KINDS, type PeriodKind } from './calendar.ts';

/** How many spans of one kind are remembered: today's, and the few that late events still belong to. */
const REMEMBERED = 8;

/**
 * The four periods of a moment without asking the calendar for every event: zones are expensive, and most
 * events belong to the periods of the event before. `find` is asked for what is not remembered; times are
 * epoch milliseconds, and a span has its start and not its end.
 */
export class SpanCache<Span extends { readonly start: number; readonly end: number }> {
  readonly #find: (kind: PeriodKind, at: number) => Span;
  readonly #recent: Record<PeriodKind, Span[]> = { daily: [], weekly: [], monthly: [], 'all-time': [] };
  /** What was asked for last, and from when until when the answer is the same. */
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
