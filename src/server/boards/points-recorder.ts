import { periodContaining, type PeriodSpan } from '../../domain/calendar.ts';
import { SpanCache } from '../../domain/span-cache.ts';
import { Problem } from '../http/problem.ts';
import { keyOf, textOf } from '../ranking/period-key.ts';
import { orderKey } from '../ranking/player-order.ts';
import type { RankIndex } from '../ranking/rank-index.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings, EventEffect, NewEvent, Recorded } from '../store/stored-values.ts';
import type { BoardChanges } from './board-changes.ts';
import type { LateArrivals } from './period-closing.ts';
import type { PeriodOrders } from './period-orders.ts';
import { keptReport, type Move, reportFrom } from './score-report.ts';

/** The answer to one event of a request: a report, marked if it was given before, or why it was refused. */
export type Submitted =
  | { readonly kind: 'report'; readonly repeated: boolean; /** A score report as JSON. */ readonly report: string }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** A period with what is written of it again and again: its key as text, and its bounds in ISO 8601. */
interface KnownSpan extends PeriodSpan {
  readonly text: string;
  readonly startText: string | null;
  readonly endText: string | null;
}

/** What recording works with. */
export interface RecorderParts {
  readonly store: Pick<PointsStore, 'record'>;
  readonly orders: PeriodOrders;
  readonly isShown: (player: number) => boolean;
  readonly changes: BoardChanges;
  /** By the text of the period's key. */
  readonly lateArrivals: Map<string, LateArrivals>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Makes events durable, ranks what they changed, and tells what each of them did. */
export class PointsRecorder {
  readonly #parts: RecorderParts;
  readonly #spans = new Map<string, SpanCache<KnownSpan>>();

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /** One commit of events of a board, with one answer each. One at a time. Rejects, and keeps nothing, as the store does. */
  async commit(board: BoardSettings, events: readonly NewEvent[]): Promise<readonly Submitted[]> {
    const { store, orders, changes, lateArrivals, clock } = this.#parts;
    const spans = this.#spansOf(board);
    const periods = new Map<string, KnownSpan>();
    for (const { at } of events) for (const span of spans.containing(at)) periods.set(span.text, span);
    return orders.kept(board, periods, async (kept) => {
      const touched = new Set<string>();
      try {
        const now = clock();
        changes.begin();
        const recorded = await store.record(board.name, events, now, (result, event) => {
          const ofEvent = spans.containing(event.at);
          for (const [i, { state }] of result.changes.entries()) if (state === 'counted') touched.add(ofEvent[i]!.text);
          const ranked = ofEvent.map(({ text }) => kept.get(text)!);
          return keptReport(event.at, result.player, this.#moves(board, result, ranked));
        });
        for (const text of touched) {
          if (periods.get(text)!.end <= now) lateArrivals.set(text, { first: lateArrivals.get(text)?.first ?? now, last: now });
        }
        if (touched.size > 0) changes.tell(board.name);
        return recorded.map((result, i) => answerOf(board, result, events[i]!, (at) => spans.containing(at)));
      } catch (error) {
        // What the commit did not keep must not be ranked either: these are built anew from the store when next asked for.
        for (const text of touched) orders.forget(text);
        changes.begin();
        throw error;
      }
    });
  }

  /** Ranks the changes of one event in the orders of its periods, and tells what they did; `undefined` for a closed one. Runs inside the commit. */
  #moves(board: BoardSettings, { player: { number }, changes }: EventEffect, orders: readonly RankIndex[]): (Move | undefined)[] {
    const isShown = this.#parts.isShown(number);
    return changes.map((change, i) => {
      if (change.state === 'closed') return undefined;
      const { before, after } = change;
      const points = orderKey(board, after.points);
      const order = orders[i]!;
      // Whoever is not shown is told the ranks they would have, and is gone again before anybody else looks.
      if (!isShown && before !== undefined) order.move(number, orderKey(board, before.points), before.reachedAt);
      const { rank, rankBefore, above } = order.move(number, points, after.reachedAt);
      if (!isShown) order.delete(number);
      return {
        points: after.points,
        added: after.points - (before?.points ?? 0),
        rank,
        rankBefore,
        gap: above === undefined ? undefined : Math.abs(above - points),
      };
    });
  }

  /** The periods of the board's events, most of which belong to those of the event before. */
  #spansOf(board: BoardSettings): SpanCache<KnownSpan> {
    let spans = this.#spans.get(board.name);
    if (spans === undefined) {
      spans = new SpanCache((kind, at) => {
        const span = periodContaining(kind, at, board.calendar);
        return { ...span, text: textOf(keyOf(board.name, span)), startText: isoOrNull(span.start), endText: isoOrNull(span.end) };
      });
      this.#spans.set(board.name, spans);
    }
    return spans;
  }
}

function isoOrNull(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

function answerOf(board: BoardSettings, result: Recorded, event: NewEvent, periodsOf: (at: number) => readonly KnownSpan[]): Submitted {
  switch (result.outcome) {
    case 'recorded':
    case 'repeated':
      return { kind: 'report', repeated: result.outcome === 'repeated', report: reportFrom(result.answer, board, event, periodsOf) };
    case 'refused':
      return { kind: 'refused', problem: refusalOf(result.reason, event) };
  }
}

function refusalOf(reason: Extract<Recorded, { outcome: 'refused' }>['reason'], { id, username }: NewEvent): Problem {
  switch (reason) {
    case 'known id, another body':
      return new Problem(
        'conflict',
        `Event "${id}" was already sent with different content. The first one counts. Send a correction under a new id.`,
        [{ field: 'id', rule: 'must be new, or come with the same content as before' }],
      );
    case 'total out of range':
      return new Problem('invalid-event', `Not stored: the total of "${username}" would be too large to be exact.`, [
        { field: 'points', rule: 'must keep the total between -(2^53 - 1) and 2^53 - 1' },
      ]);
    case 'another name':
      return new Problem('invalid-event', `Not stored: this API key may not change the name or the avatar of "${username}".`, [
        { field: 'displayName', rule: 'must be left out or, with "avatar", be what the player already has' },
      ]);
  }
}
