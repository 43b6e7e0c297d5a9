import { setImmediate as nextTurn } from 'node:timers/promises';

import { PERIOD_KINDS, type PeriodSpan } from '../../../domain/calendar.ts';
import type { Queryable } from '../held/queryable.ts';
import { type HeldBoard, type HeldPeriod, isFixed, periodOf } from '../held/boards.ts';
import { areSameTotals, EVENT, eventFrom, type EventRow, hasBit } from '../held/columns.ts';
import type { State } from '../held/state.ts';
import type { Ledger, PreparedRevisions } from '../points-store.ts';
import type { AboutRevision, Revised, RevisedPeriod, RevisedTogether, Revising, Revision, TotalNow } from '../stored-values.ts';
import { type Copy, type Entry, type Log, recordsOf, type RevisedEvent } from './entry.ts';
import { AT_ONCE, foldedIn, type Folds, foldSince, NO_PAUSE, type Pause, refoldedOf, type Scan, scannedIn } from './revised-totals.ts';
import { documentChange } from './settings.ts';

/** The columns of `revisions` that determine an event's current state. */
type RevisionRow = Revision & { readonly counted: number };

/** An event to revise, in the state left by earlier revisions. */
interface Found {
  readonly event: EventRow;
  latest: RevisionRow | undefined;
}

/** If at least one player in this many is affected, reading whole periods is faster than following the players' chains. */
const MANY = 5;

const ALL_PERIODS = 2 ** PERIOD_KINDS.length - 1;

type IsFinal = Parameters<Ledger['revise']>[2];

/** Revisions decided and folded ahead of their commit, by board. */
class Prepared implements PreparedRevisions {
  readonly boards: ReadonlyMap<string, DecidedRevisions>;

  constructor(boards: ReadonlyMap<string, DecidedRevisions>) {
    this.boards = boards;
  }
}

/**
 * The rules of voiding and restoring events, for every database. Final periods do not change, nor do periods that an event came too late
 * for; affected players' totals in the others are folded again from all their events. `beside` reads outside of commits.
 */
export function revisionsIn(log: Log, beside: Queryable, scan: Scan): Pick<Ledger, 'revise' | 'prepareRevisions'> {
  const { state } = log;

  async function decided(db: Queryable, name: string, own: readonly Revising[], about: AboutRevision, isFinal: IsFinal, pause: Pause) {
    const revisions = new BoardRevisions(state.board(name), state, about, (...args) => isFinal(name, ...args));
    const { shape } = revisions.board;
    const asked = own.flatMap(({ id, instead }) => (instead !== undefined && 'restored' in instead ? [id, instead.restored] : [id]));
    const found = await foundIn(db, revisions.board, asked, pause);
    // Outside of commits, the database may have events of other processes that memory does not know yet: the commit will find them.
    for (const [key, { event }] of found) if (event.seq > (state.latestEvent(revisions.board, event.player) ?? 0)) found.delete(key);
    const outcomes: Revised[] = [];
    for (const [i, one] of own.entries()) {
      outcomes.push(revisions.revise(found, one));
      if (i % AT_ONCE === AT_ONCE - 1) await pause();
    }
    const isScanned = pause !== NO_PAUSE && revisions.periods.size * MANY > state.players.count;
    const folds = (isScanned ? await scannedIn(scan, state, revisions) : undefined) ?? (await foldedIn(db, state, revisions, pause));
    return { revisions, outcomes, folds, shape, missing: asked.filter((id) => !found.has(id)) };
  }

  return {
    async prepareRevisions(revising, about, isFinal) {
      const boards = new Map<string, DecidedRevisions>();
      for (const [name, own] of Map.groupBy(revising, ({ board }) => board))
        boards.set(name, await decided(beside, name, own, about, isFinal, nextTurn));
      return new Prepared(boards);
    },

    revise: (revising, about, isFinal, records, prepared, document) =>
      log.append<RevisedTogether>(async (db) => {
        const outcomes = new Map<string, Iterator<Revised>>();
        const entries: Entry[] = [];
        const totals: TotalNow[] = [];
        let isExact = true;
        for (const [name, own] of Map.groupBy(revising, ({ board }) => board)) {
          const ahead = prepared instanceof Prepared ? prepared.boards.get(name) : undefined;
          const isKept =
            ahead !== undefined && isStillDecided(ahead) && (await foundIn(db, ahead.revisions.board, ahead.missing, NO_PAUSE)).size === 0;
          const board = isKept ? ahead : await decided(db, name, own, about, isFinal, NO_PAUSE);
          outcomes.set(name, (isKept ? namedNow(state, board.outcomes) : board.outcomes).values());
          const { revisions, folds } = board;
          if (revisions.events.length === 0 || !isExact) continue;
          if (isKept) await foldSince(db, state, revisions, folds);
          const refolded = refoldedOf(state, revisions, folds);
          if (refolded === undefined) {
            isExact = false;
            continue;
          }
          const copies = revisions.copies.map((copy) => ({ ...copy, previous: state.latestEvent(revisions.board, copy.player) ?? null }));
          entries.push({ kind: 'revised', board: revisions.board, events: revisions.events, copies, totals: refolded });
          for (const { period, player, before, total } of refolded)
            if (!areSameTotals(before, total)) totals.push({ period: period.key, player, total });
        }
        const result: RevisedTogether = isExact
          ? { outcome: 'revised', events: revising.map(({ board }) => outcomes.get(board)!.next().value as Revised), totals }
          : { outcome: 'refused', reason: 'total out of range' };
        const changed = isExact && document !== undefined ? documentChange(state, document).entry : undefined;
        if (changed !== undefined) entries.push(changed);
        const isDone = isExact && entries.length > 0;
        return { result, entries: isDone ? entries : [{ kind: 'records', board: undefined }], records: recordsOf(records, result) };
      }),
  };
}

/** A board's revisions, and the folded totals of its players with them; as of the board's `shape`. */
interface DecidedRevisions {
  readonly revisions: BoardRevisions;
  readonly outcomes: readonly Revised[];
  readonly folds: Folds;
  readonly shape: number;
  /** Events that were unknown. */
  readonly missing: readonly (string | number)[];
}

/** Whether only new events have changed the board since, and no period has become final by time. */
function isStillDecided({ revisions, shape }: DecidedRevisions): boolean {
  return revisions.board.shape === shape && revisions.areStillFinal();
}

/** Updates outcomes with the players' current names. */
function namedNow({ players }: State, outcomes: readonly Revised[]): readonly Revised[] {
  return outcomes.map((one) => (one.outcome === 'refused' ? one : { ...one, player: players.numbered(one.player.number) }));
}

/** The pending revisions of a board. */
class BoardRevisions {
  readonly board: HeldBoard;
  readonly #state: State;
  readonly #about: AboutRevision;
  readonly #isFinal: (period: PeriodSpan, reopenedAt: number | undefined) => boolean;
  /** Whether each period that they may change was final when decided. */
  readonly #final = new Map<HeldPeriod, { readonly span: PeriodSpan; readonly isFinal: boolean }>();
  readonly events: RevisedEvent[] = [];
  /** For each event, the bits of the periods that it leaves or returns to. */
  readonly changed: number[] = [];
  readonly copies: Copy[] = [];
  /** The periods whose totals change, by player. */
  readonly periods = new Map<number, Set<HeldPeriod>>();

  constructor(
    board: HeldBoard,
    state: State,
    about: AboutRevision,
    isFinal: (period: PeriodSpan, reopenedAt: number | undefined) => boolean,
  ) {
    this.board = board;
    this.#state = state;
    this.#about = about;
    this.#isFinal = isFinal;
  }

  revise(found: ReadonlyMap<string | number, Found>, { id, does, reason, instead }: Revising): Revised {
    const { result, changed } = this.#reviseOne(found.get(id), does, ALL_PERIODS, reason);
    if (result.outcome === 'refused' || instead === undefined) return result;
    if ('restored' in instead)
      return { ...result, restored: this.#reviseOne(found.get(instead.restored), 'restore', changed).result.outcome };
    const { event } = found.get(id)!;
    const { copy, player } = instead;
    const spans = this.board.spans.containing(event.at);
    this.copies.push({ ...event, id: copy, player, counted: changed, previous: null, day: spans[0]!.start });
    this.#change(player, spans, changed);
    return result;
  }

  areStillFinal(): boolean {
    for (const [period, { span, isFinal }] of this.#final) if (this.#isFinalNow(period, span) !== isFinal) return false;
    return true;
  }

  /** `within`: the bits of the periods that may change. */
  #reviseOne(
    one: Found | undefined,
    does: Revision['does'],
    within = ALL_PERIODS,
    reason = this.#about.reason,
  ): { readonly result: Revised; readonly changed: number } {
    if (one === undefined) return { result: { outcome: 'refused', reason: 'unknown event' }, changed: 0 };
    const { event, latest } = one;
    const { settings, spans: cache } = this.board;
    const isVoided = latest?.does === 'void';
    const counts = latest?.counted ?? event.counted;
    const spans = cache.containing(event.at);
    let changed = 0;
    const states = spans.map((span, bit): RevisedPeriod => {
      const key = { board: settings.name, kind: span.kind, start: span.start };
      if (!hasBit(event.counted, bit)) return { period: key, state: 'late' };
      if (!hasBit(within, bit) || this.#hasBeenFinal(span)) return { period: key, state: 'final' };
      if (hasBit(counts, bit) !== (does === 'void')) return { period: key, state: 'same' };
      changed |= 1 << bit;
      return { period: key, state: 'changed' };
    });
    const flips = isVoided !== (does === 'void');
    if (changed === 0 && !flips) return { result: { outcome: 'refused', reason: isVoided ? 'voided already' : 'not voided' }, changed };
    const before = eventFrom(event, latest).voided;
    const { isMeant, at } = this.#about;
    if (isMeant?.(before) === false) return { result: { outcome: 'refused', reason: 'not meant' }, changed: 0 };
    const now = { does, at, reason, counted: counts ^ changed };
    this.events.push({ event, revision: now, day: flips ? spans[0]!.start : undefined });
    this.changed.push(changed);
    this.#change(event.player, spans, changed);
    one.latest = now;
    const player = this.#state.players.numbered(event.player);
    return { result: { outcome: 'revised', player, event: eventFrom(event, now), before, periods: states }, changed };
  }

  #hasBeenFinal(span: PeriodSpan): boolean {
    const period = periodOf(this.board, span)!;
    let known = this.#final.get(period);
    if (known === undefined) this.#final.set(period, (known = { span, isFinal: this.#isFinalNow(period, span) }));
    return known.isFinal;
  }

  #isFinalNow(period: HeldPeriod, span: PeriodSpan): boolean {
    return isFixed(period) || this.#isFinal(span, period.reopenedAt);
  }

  #change(player: number, spans: readonly PeriodSpan[], changed: number): void {
    let own = this.periods.get(player);
    if (own === undefined) this.periods.set(player, (own = new Set()));
    for (const [bit, span] of spans.entries()) if (hasBit(changed, bit)) own.add(periodOf(this.board, span)!);
  }
}

/** The events to revise, and the events to restore instead, by id or `seq`. */
async function foundIn(
  db: Queryable,
  { number }: HeldBoard,
  asked: readonly (string | number)[],
  pause: Pause,
): Promise<Map<string | number, Found>> {
  const found = new Map<string | number, Found>();
  for (const column of ['id', 'seq'] as const) {
    const own = asked.filter((one) => typeof one === (column === 'id' ? 'string' : 'number'));
    // The plus keeps SQLite from scanning a whole board for a `seq`.
    const where = column === 'id' ? 'board = $1 AND id = ANY ($2)' : '+board = $1 AND seq = ANY ($2)';
    for (let from = 0; from < own.length; from += AT_ONCE) {
      const some = own.slice(from, from + AT_ONCE);
      const rows = await db.rows<EventRow>(`SELECT ${EVENT} FROM events WHERE ${where}`, [number, some]);
      const latest = await db.rows<RevisionRow & { readonly event: number }>(LATEST, [rows.map(({ seq }) => seq)]);
      const revisions = new Map(latest.map((row) => [row.event, row]));
      for (const event of rows) found.set(event[column], { event, latest: revisions.get(event.seq) });
      await pause();
    }
  }
  return found;
}

/** The latest revision of each event. */
const LATEST = `SELECT event, does, at, reason, counted FROM revisions
  WHERE number IN (SELECT max(number) FROM revisions WHERE event = ANY ($1) GROUP BY event)`;
