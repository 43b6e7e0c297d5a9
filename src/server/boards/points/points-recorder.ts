import { timeText } from '../../../contract/moment-text.ts';
import { finalTime, periodContaining, type PeriodSpan } from '../../../domain/calendar.ts';
import { missingPoints } from '../../../domain/earning/missing-points.ts';
import { SpanCache } from '../../../domain/span-cache.ts';
import { Problem } from '../../http/problem.ts';
import { PendingOrder } from '../../ranking/pending-order.ts';
import { keyOf, textOf } from '../../ranking/period-key.ts';
import { orderKey } from '../../ranking/player-order.ts';
import type { PointsStore } from '../../store/points-store.ts';
import { together } from '../../store/records.ts';
import type { BoardSettings, EventEffect, NewEvent, Recorded } from '../../store/stored-values.ts';
import type { BoardChanges } from './board-changes.ts';
import type { BoardList } from './board-list.ts';
import { dryRun, retried, OVERTAKEN } from './attempts.ts';
import type { HourlyCounts } from './hourly-counts.ts';
import { heldReport, keptEvent, type KeptHeld } from './kept-held.ts';
import type { Absences, PeriodOrders } from '../../ranking/period-orders.ts';
import type { PointsLimits } from './points-limits.ts';
import { HeldBefore, type PointsWatch, type SubmittedEvent, type Watching } from './points-watch.ts';
import { GuestsChanged, guestsOf } from './playing-guests.ts';
import { keptReport, type Move, reportFrom, reportOf } from './score-report.ts';

/** The result of one submitted event: a report, marked if it is a repeated one, or why it was refused. */
export type Submitted =
  | { readonly kind: 'report'; readonly repeated: boolean; /** A score report as JSON. */ readonly report: string }
  /** On hold for an operator: an `ApiHeldReport` as JSON. */
  | { readonly kind: 'held'; readonly repeated: boolean; readonly answer: string }
  | { readonly kind: 'refused'; readonly problem: Problem };

/** A period with its key and ISO 8601 bounds as text, which are written often. */
interface KnownSpan extends PeriodSpan {
  readonly text: string;
  readonly startText: string | null;
  readonly endText: string | null;
}

export interface RecorderParts {
  readonly store: Pick<PointsStore, 'append'>;
  readonly orders: PeriodOrders;
  readonly absences: Absences;
  readonly changes: Pick<BoardChanges, 'position'>;
  /** A board may have been archived or removed while events waited. */
  readonly boards: Pick<BoardList, 'boardForPoints'> & {
    readonly limits: Pick<PointsLimits, 'of'>;
    readonly closing: { isHeld(board: string, period: PeriodSpan): boolean };
  };
  /** How long after its end a period accepts its events, in milliseconds. */
  readonly graceMs: number;
  readonly watch: Pick<PointsWatch, 'begin'>;
  readonly hours: Pick<HourlyCounts, 'recorded'>;
}

/** Additions to a commit of events. */
interface Beside extends Partial<Watching> {
  /** Called with the effects of recorded events, before {@link records} are decided. */
  readonly told?: (effects: readonly EventEffect[]) => void;
  /** Whether the commit's preconditions still hold; checked inside it. */
  readonly isRight?: () => boolean;
}

/** Effects of new events, and refusals; events that were already recorded have neither. */
export interface ImaginedEvents {
  readonly effects: readonly EventEffect[];
  readonly refusals: readonly Problem[];
}

/** Records events durably, and reports their effects, with the resulting ranks before anyone sees them. */
export class PointsRecorder {
  readonly #parts: RecorderParts;
  readonly #spans = new Map<string, SpanCache<KnownSpan>>();

  constructor(parts: RecorderParts) {
    this.#parts = parts;
  }

  /**
   * Commits events of a board, with one result each; limits may hold some. Events that were held before get the same answer again. Calls
   * must not overlap. Rejects, storing nothing, as the store does.
   * @throws {Problem} as `boardForPoints`.
   */
  async commit(board: string, events: readonly SubmittedEvent[]): Promise<readonly Submitted[]> {
    const settled = new Map<SubmittedEvent, Submitted>();
    for (let current = events; ;) {
      const others = current.filter((event) => !settled.has(event));
      try {
        const submitted = (others.length === 0 ? [] : await retried(() => this.#watched(board, others))).values();
        return current.map((event) => settled.get(event) ?? submitted.next().value!);
      } catch (error) {
        if (error instanceof HeldBefore) {
          for (const event of others) if (error.held.has(event.id)) settled.set(event, heldAgain(error.held.get(event.id)!, event));
        } else if (error instanceof GuestsChanged) {
          for (const [event, problem] of error.refused) settled.set(event, { kind: 'refused', problem });
          current = current.map((event) => error.renamed.get(event) ?? event);
        } else throw error;
      }
    }
  }

  /** Records events that an operator reviewed, regardless of limits. @throws as {@link commit}. */
  commitLookedAt(board: string, events: readonly NewEvent[], beside: Beside): Promise<readonly Submitted[]> {
    return retried(() => this.#append(this.#parts.boards.boardForPoints(board), events, beside));
  }

  /** A dry run of {@link commitLookedAt}: effects of recorded events, and refusals of others. @throws {Problem} as `boardForPoints`. */
  async imagine(name: string, events: readonly NewEvent[]): Promise<ImaginedEvents> {
    const { store, boards } = this.#parts;
    const board = boards.boardForPoints(name);
    const imagined = await dryRun<ImaginedEvents>((end) => {
      let effects: EventEffect[] = [];
      return store.append(
        name,
        events,
        (period, event) => this.#counts(name, period, event),
        (some, _, given) => {
          effects = [...effects.slice(0, given), ...some];
          return some.map(() => '');
        },
        {
          change(_, recorded) {
            const refusals = recorded.flatMap((one, i) => (one.outcome === 'refused' ? [refusalOf(one.reason, events[i]!, board)] : []));
            return end({ effects, refusals });
          },
        },
      );
    });
    return imagined ?? { effects: [], refusals: [] };
  }

  async #watched(name: string, events: readonly SubmittedEvent[]): Promise<readonly Submitted[]> {
    const { boards, watch } = this.#parts;
    const board = boards.boardForPoints(name);
    const limits = boards.limits.of(name);
    const beside: Beside =
      limits === undefined
        ? // Another process may have set limits that are not known here yet.
          { isRight: () => boards.limits.of(name) === undefined }
        : await watch.begin(board, limits, events);
    const ofGuests = guestsOf(events);
    return this.#append(board, events, ofGuests === undefined ? beside : { ...beside, records: together(beside.records, ofGuests) });
  }

  async #append(
    board: BoardSettings,
    events: readonly NewEvent[],
    { told, isRight, records, holding }: Beside,
  ): Promise<readonly Submitted[]> {
    const { store, orders, changes, boards, hours } = this.#parts;
    const spans = this.#spansOf(board);
    const periods = new Map<string, KnownSpan>();
    const countsFor = (period: PeriodSpan, event: NewEvent) => this.#counts(board.name, period, event);
    for (const event of events) {
      for (const span of spans.containing(event.at)) if (!periods.has(span.text) && countsFor(span, event)) periods.set(span.text, span);
    }
    return orders.kept(board, periods, async (kept) => {
      let pending: ReadonlyMap<string, PendingOrder> = new Map();
      /** Reports of recorded events, batch by batch. */
      let reports: Promise<readonly string[]>[] = [];
      const periodsOf = (at: number) => spans.containing(at);
      const recorded = await store.append(
        board.name,
        events,
        countsFor,
        (effects, position, given) => {
          if (position !== changes.position(board.name)) throw new Error(`The orders of ${board.name} are behind the store`);
          if (given === 0) {
            // The caches may have followed other processes since.
            const areSame = [...kept].every(([text, order]) => orders.held(board, periods.get(text)!) === order);
            if (!areSame || boards.boardForPoints(board.name) !== board || isRight?.() === false) throw OVERTAKEN;
            pending = new Map(Array.from(kept, ([text, order]) => [text, new PendingOrder(order)]));
            reports = [];
          }
          told?.(effects);
          const reported = effects.map((effect) => {
            const ofEvent = spans.containing(effect.event.at).map(({ text }) => pending.get(text));
            return keptReport(effect.event.at, effect.player, this.#moves(board, effect, ofEvent));
          });
          // Deferred until the store is busy writing.
          reports.push(Promise.resolve().then(() => reported.map((kept, i) => reportOf(kept, board, effects[i]!.event, periodsOf))));
          return reported.map((kept) => JSON.stringify(kept));
        },
        records,
        holding,
      );
      hours.recorded(
        board.name,
        events.filter((_, i) => recorded[i]!.outcome === 'recorded'),
      );
      const ofRecorded = (await Promise.all(reports)).flat().values();
      return recorded.map((result, i): Submitted => {
        if (result.outcome === 'recorded') return { kind: 'report', repeated: false, report: ofRecorded.next().value! };
        if (result.outcome === 'refused') return { kind: 'refused', problem: refusalOf(result.reason, events[i]!, board) };
        if (result.outcome === 'held') {
          const event = events[i]!;
          const first = events.find(({ id }) => id === event.id)!;
          const held = { board: board.name, event: keptEvent(first), ...result.hold };
          return first === event ? { kind: 'held', repeated: false, answer: heldReport(held) } : heldAgain(held, event);
        }
        return { kind: 'report', repeated: true, report: reportFrom(result.answer, board, events[i]!, periodsOf) };
      });
    });
  }

  /**
   * Whether a period accepts an event: received before the grace period is over, or while an import holds the period open. Being reopened
   * or under review makes no difference.
   */
  #counts(board: string, period: PeriodSpan, { receivedAt }: NewEvent): boolean {
    const { boards, graceMs } = this.#parts;
    return receivedAt < finalTime(period, graceMs) || boards.closing.isHeld(board, period);
  }

  /** Applies an event to the orders of its periods; `undefined` for a closed one. */
  #moves(
    board: BoardSettings,
    { player: { number }, changes }: EventEffect,
    orders: readonly (PendingOrder | undefined)[],
  ): (Move | undefined)[] {
    const isShown = !this.#parts.absences.value.has(number);
    return changes.map((change, i) => {
      if (change.state === 'closed') return undefined;
      const { before, after } = change;
      const order = orders[i];
      if (order === undefined) throw OVERTAKEN;
      const points = orderKey(board, after.points);
      const { rankBefore, rank, above } = isShown
        ? order.move(number, points, after.reachedAt)
        : {
            // Hidden players get the ranks they would have.
            rankBefore: before && order.placeFor(number, orderKey(board, before.points), before.reachedAt).rank,
            ...order.placeFor(number, points, after.reachedAt),
          };
      return {
        points: after.points,
        added: after.points - (before?.points ?? 0),
        rank,
        rankBefore,
        gap: above === undefined ? undefined : missingPoints(board.direction, after.points, orderKey(board, above)),
      };
    });
  }

  /** A cache of the board's periods; most events are in the same ones as the event before. */
  #spansOf(board: BoardSettings): SpanCache<KnownSpan> {
    const { timeZone, weekStart } = board.calendar;
    // A board may be removed, and a new one with its name may have another calendar.
    const known = `${board.name} ${timeZone} ${weekStart}`;
    let spans = this.#spans.get(known);
    if (spans === undefined) {
      spans = new SpanCache((kind, at) => {
        const span = periodContaining(kind, at, board.calendar);
        return { ...span, text: textOf(keyOf(board.name, span)), startText: isoOrNull(span.start), endText: isoOrNull(span.end) };
      });
      this.#spans.set(known, spans);
    }
    return spans;
  }
}

function isoOrNull(at: number): string | null {
  return Number.isFinite(at) ? timeText(at) : null;
}

/** The result for an event whose id is held. */
function heldAgain(held: Omit<KeptHeld, 'note'>, event: NewEvent): Submitted {
  if (held.event.digest !== event.digest)
    return { kind: 'refused', problem: idTaken(event, 'The first one is on hold. Send a correction under a new id.') };
  return { kind: 'held', repeated: true, answer: heldReport(held) };
}

function refusalOf(reason: Extract<Recorded, { outcome: 'refused' }>['reason'], event: NewEvent, { scoring }: BoardSettings): Problem {
  const { username, displayName, avatar } = event;
  switch (reason) {
    case 'known id, another body':
      return idTaken(
        event,
        scoring === 'best'
          ? 'To correct it, void that event and send the right one under a new id: this id stays taken after a void.'
          : 'Send a correction under a new id: this one stays taken, even after a void.',
      );
    case 'total out of range':
      return new Problem('invalid-event', `Not stored: the total of "${username}" would be too large to be exact.`, [
        { field: 'points', rule: 'must keep the total between -(2^53 - 1) and 2^53 - 1' },
      ]);
    case 'another name':
      return new Problem(
        'invalid-event',
        `Not stored: these points may not change the name or the avatar of "${username}".`,
        Object.entries({ displayName, avatar })
          .filter(([, sent]) => sent !== undefined)
          .map(([field]) => ({ field, rule: 'must be left out, or be what the player already has' })),
      );
  }
}

function idTaken({ id }: NewEvent, instead: string): Problem {
  return new Problem('conflict', `Event "${id}" was already sent with different content. ${instead}`, [
    { field: 'id', rule: 'must be new, or come with the same content as before' },
  ]);
}
