import { PERIOD_KINDS, type PeriodSpan } from '../../../domain/calendar.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Queryable } from '../held/queryable.ts';
import { type HeldBoard, type HeldPeriod, isFixed, periodOf } from '../held/boards.ts';
import { areSameTotals, countedNow, EVENT, eventFrom, type EventRow, hasBit, timeToColumn } from '../held/columns.ts';
import type { State } from '../held/state.ts';
import type { Ledger } from '../points-store.ts';
import type { Revised, RevisedPeriod, RevisedTogether, Revising, Revision, TotalNow } from '../stored-values.ts';
import { type Copy, type Entry, type Log, recordsOf, type RevisedEntry, type RevisedEvent, type RevisedTotal } from './entry.ts';
import { documentChange } from './settings.ts';

/** The columns of `revisions` that determine an event's current state. */
type RevisionRow = Revision & { readonly counted: number };

/** An event to revise, as earlier revisions left it. */
interface Found {
  readonly event: EventRow;
  latest: RevisionRow | undefined;
}

/** Players whose events are read at once, so that others wait only milliseconds. */
const PLAYERS_AT_ONCE = 500;

const ALL_PERIODS = 2 ** PERIOD_KINDS.length - 1;

/**
 * The rules of voiding and restoring events, for every database: final periods do not change, nor periods that an event came too late for.
 * Affected players' totals in the others are folded again from all their events.
 */
export function revisionsIn(log: Log): Pick<Ledger, 'revise'> {
  const { state } = log;
  return {
    revise: (revising, about, isFinal, records, beside) =>
      log.append<RevisedTogether>(async (db) => {
        const boards = new Map<string, BoardRevisions>();
        for (const [name, own] of Map.groupBy(revising, ({ board }) => board)) {
          const board = state.board(name);
          const found = await foundIn(db, board, own);
          boards.set(
            name,
            revisionsOf(board, found, state, about, (...args) => isFinal(name, ...args)),
          );
        }
        const events = revising.map((one) => boards.get(one.board)!.revise(one));
        const entries: Entry[] = [];
        const totals: TotalNow[] = [];
        let result: RevisedTogether = { outcome: 'revised', events, totals };
        for (const revisions of boards.values()) {
          const { board, events: own, copies } = revisions;
          if (own.length === 0) continue;
          const refolded = await refoldedIn(db, state, revisions);
          if (refolded === undefined) {
            result = { outcome: 'refused', reason: 'total out of range' };
            break;
          }
          entries.push({ kind: 'revised', board, events: own, copies, totals: refolded });
          for (const { period, player, before, total } of refolded)
            if (!areSameTotals(before, total)) totals.push({ period: period.key, player, total });
        }
        const document = result.outcome === 'revised' && beside !== undefined ? documentChange(state, beside).entry : undefined;
        if (document !== undefined) entries.push(document);
        const isDone = result.outcome === 'revised' && entries.length > 0;
        return { result, entries: isDone ? entries : [{ kind: 'records', board: undefined }], records: recordsOf(records, result) };
      }),
  };
}

/** The pending revisions of a board. */
interface BoardRevisions {
  readonly board: HeldBoard;
  readonly events: readonly RevisedEvent[];
  readonly copies: readonly Copy[];
  /** The periods whose totals change, by player. */
  readonly periods: ReadonlyMap<number, ReadonlySet<HeldPeriod>>;
  /** Revises one event. */
  readonly revise: (one: Revising) => Revised;
}

/** Starts revising the found events of a board. */
function revisionsOf(
  board: HeldBoard,
  found: ReadonlyMap<string, Found>,
  state: State,
  about: Pick<Revision, 'reason' | 'at'>,
  isFinal: (period: PeriodSpan, reopenedAt: number | undefined) => boolean,
): BoardRevisions {
  const events: RevisedEvent[] = [];
  const copies: Copy[] = [];
  const periods = new Map<number, Set<HeldPeriod>>();

  function change(player: number, spans: readonly PeriodSpan[], changed: number): void {
    let own = periods.get(player);
    if (own === undefined) periods.set(player, (own = new Set()));
    for (const [bit, span] of spans.entries()) if (hasBit(changed, bit)) own.add(periodOf(board, span)!);
  }

  /** `within`: the bits of the periods that may change. */
  function reviseOne(id: string, does: Revision['does'], within = ALL_PERIODS): { readonly result: Revised; readonly changed: number } {
    const one = found.get(id);
    if (one === undefined) return { result: { outcome: 'refused', reason: 'unknown event' }, changed: 0 };
    const { event, latest } = one;
    const isVoided = latest?.does === 'void';
    const counts = latest?.counted ?? event.counted;
    const spans = board.spans.containing(event.at);
    let changed = 0;
    const states = spans.map((span, bit): RevisedPeriod => {
      const key = { board: board.settings.name, kind: span.kind, start: span.start };
      if (!hasBit(event.counted, bit)) return { period: key, state: 'late' };
      const period = periodOf(board, span)!;
      if (!hasBit(within, bit) || isFixed(period) || isFinal(span, period.reopenedAt)) return { period: key, state: 'final' };
      if (hasBit(counts, bit) !== (does === 'void')) return { period: key, state: 'same' };
      changed |= 1 << bit;
      return { period: key, state: 'changed' };
    });
    const flips = isVoided !== (does === 'void');
    if (changed === 0 && !flips) return { result: { outcome: 'refused', reason: isVoided ? 'voided already' : 'not voided' }, changed };
    const now = { ...about, does, counted: counts ^ changed };
    events.push({ event, revision: now, day: flips ? spans[0]!.start : undefined });
    change(event.player, spans, changed);
    one.latest = now;
    const [player, before] = [state.players.numbered(event.player), eventFrom(event, latest).voided];
    return { result: { outcome: 'revised', player, event: eventFrom(event, now), before, periods: states }, changed };
  }

  return {
    board,
    events,
    copies,
    periods,
    revise({ id, does, instead }) {
      const { result, changed } = reviseOne(id, does);
      if (result.outcome === 'refused' || instead === undefined) return result;
      if ('restored' in instead) return { ...result, restored: reviseOne(instead.restored, 'restore', changed).result.outcome };
      const { event } = found.get(id)!;
      const { copy, player } = instead;
      const spans = board.spans.containing(event.at);
      const previous = state.latestEvent(board, player) ?? null;
      copies.push({ ...event, id: copy, player, counted: changed, previous, day: spans[0]!.start });
      change(player, spans, changed);
      return result;
    },
  };
}

/** The events to revise, and those to restore instead, by id. */
async function foundIn(db: Queryable, { number }: HeldBoard, revising: readonly Revising[]): Promise<ReadonlyMap<string, Found>> {
  const ids = revising.flatMap(({ id, instead }) => (instead !== undefined && 'restored' in instead ? [id, instead.restored] : [id]));
  const rows = await db.rows<EventRow>(`SELECT ${EVENT} FROM events WHERE board = $1 AND id = ANY ($2)`, [number, ids]);
  const latest = await db.rows<RevisionRow & { readonly event: number }>(LATEST, [rows.map(({ seq }) => seq)]);
  const revisions = new Map(latest.map((row) => [row.event, row]));
  return new Map(rows.map((event) => [event.id, { event, latest: revisions.get(event.seq) }]));
}

/** An event of a player; `counted` is what it counts for now. */
type ChainedEvent = readonly [seq: number, player: number, points: number, at: number, counted: number];

/** The totals that change on a board; `undefined` if one would not be exact. */
async function refoldedIn(
  db: Queryable,
  state: State,
  { board, events, copies, periods }: BoardRevisions,
): Promise<readonly RevisedTotal[] | undefined> {
  const { scoring, direction } = board.settings;
  const revised = new Map(events.map(({ event, revision }) => [event.seq, revision.counted]));
  const totals: RevisedTotal[] = [];
  const affected = [...periods].filter(([, own]) => own.size > 0);
  for (let from = 0; from < affected.length; from += PLAYERS_AT_ONCE) {
    const some = new Map(affected.slice(from, from + PLAYERS_AT_ONCE));
    const all = [...new Set([...some.values()].flatMap((own) => Array.from(own)))];
    const latest = [...some.keys()].flatMap((player) => state.latestEvent(board, player) ?? []);
    const chains = await db.columns<ChainedEvent>(CHAINS, [
      latest,
      timeToColumn(all.reduce((least, { start }) => Math.min(least, start), Infinity)),
      timeToColumn(all.reduce((most, { end }) => Math.max(most, end), -Infinity)),
    ]);
    const folded = new Map<number, Map<HeldPeriod, Score | undefined>>();
    for (const [player, own] of some) folded.set(player, new Map(Array.from(own, (period) => [period, undefined])));
    const fold = (player: number, points: number, at: number, counted: number): boolean => {
      const own = folded.get(player);
      if (own === undefined) return true;
      for (const [bit, span] of board.spans.containing(at).entries()) {
        const period = hasBit(counted, bit) ? periodOf(board, span) : undefined;
        if (period === undefined || !own.has(period)) continue;
        const total = exactScore(scoring, direction, own.get(period), { points, at });
        if (total === undefined) return false;
        own.set(period, total);
      }
      return true;
    };
    for (const [seq, player, points, at, counted] of chains) if (!fold(player, points, at, revised.get(seq) ?? counted)) return undefined;
    for (const { player, points, at, counted } of copies) if (!fold(player, points, at, counted)) return undefined;
    for (const [player, own] of folded)
      for (const [period, total] of own) totals.push({ period, player, before: state.scoreOf(period, player), total });
  }
  return totals;
}

/** The latest revision of each event. */
const LATEST = `SELECT event, does, at, reason, counted FROM revisions
  WHERE number IN (SELECT max(number) FROM revisions WHERE event = ANY ($1) GROUP BY event)`;

// Reads each event once, by primary key: 0.2 s for 200,000.
const CHAINS = `
  WITH RECURSIVE chain (seq, player, points, at, counted, previous) AS (
    SELECT seq, player, points, at, counted, previous FROM events WHERE seq = ANY ($1)
    UNION ALL
    SELECT events.seq, events.player, events.points, events.at, events.counted, events.previous
    FROM chain JOIN events ON events.seq = chain.previous
  )
  SELECT seq, player, points, at, ${countedNow('chain')} FROM chain WHERE at >= $2 AND at < $3 ORDER BY seq`;
