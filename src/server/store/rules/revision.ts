import { setImmediate as nextTurn } from 'node:timers/promises';

import { PERIOD_KINDS, type PeriodSpan } from '../../../domain/calendar.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Queryable } from '../held/queryable.ts';
import { type HeldBoard, type HeldPeriod, isFixed, periodOf } from '../held/boards.ts';
import { areSameTotals, countedNow, EVENT, eventFrom, type EventRow, hasBit, timeToColumn } from '../held/columns.ts';
import type { State } from '../held/state.ts';
import type { Events, Ledger, PreparedRevisions } from '../points-store.ts';
import type { AboutRevision, Revised, RevisedPeriod, RevisedTogether, Revising, Revision, TotalNow } from '../stored-values.ts';
import { type Copy, type Entry, type Log, recordsOf, type RevisedEvent, type RevisedTotal } from './entry.ts';
import { documentChange } from './settings.ts';

/** The columns of `revisions` that determine an event's current state. */
type RevisionRow = Revision & { readonly counted: number };

/** An event to revise, as earlier revisions left it. */
interface Found {
  readonly event: EventRow;
  latest: RevisionRow | undefined;
}

/** Events and players read at once without pauses; with pauses, about as many events of chains. */
const AT_ONCE = 500;
const CHAINED_AT_ONCE = 2500;

/** If one player in this many is affected, reading whole periods is faster than following the players' chains. */
const MANY = 5;

/** Reads what counts for a period. */
type Scan = Events['countedEvents'];

const ALL_PERIODS = 2 ** PERIOD_KINDS.length - 1;

type IsFinal = Parameters<Ledger['revise']>[2];

/** What lets others go first, while nothing waits for the reading. */
type Pause = () => Promise<void>;

const NO_PAUSE: Pause = async () => {};

/** Revisions decided and folded ahead of their commit, by board. */
class Prepared implements PreparedRevisions {
  readonly boards: ReadonlyMap<string, DecidedRevisions>;

  constructor(boards: ReadonlyMap<string, DecidedRevisions>) {
    this.boards = boards;
  }
}

/**
 * The rules of voiding and restoring events, for every database: final periods do not change, nor periods that an event came too late for.
 * Affected players' totals in the others are folded again from all their events. `beside` reads outside of commits.
 */
export function revisionsIn(log: Log, beside: Queryable, scan: Scan): Pick<Ledger, 'revise' | 'prepareRevisions'> {
  const { state } = log;

  async function decided(db: Queryable, name: string, own: readonly Revising[], about: AboutRevision, isFinal: IsFinal, pause: Pause) {
    const revisions = new BoardRevisions(state.board(name), state, about, (...args) => isFinal(name, ...args));
    const { shape } = revisions.board;
    const asked = own.flatMap(({ id, instead }) => (instead !== undefined && 'restored' in instead ? [id, instead.restored] : [id]));
    const found = await foundIn(db, revisions.board, asked, pause);
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

/** A board's revisions, and what its players' events come to with them; as of the board's `shape`. */
interface DecidedRevisions {
  readonly revisions: BoardRevisions;
  readonly outcomes: readonly Revised[];
  readonly folds: Folds;
  readonly shape: number;
  /** Events that were unknown. */
  readonly missing: readonly (string | number)[];
}

/** Whether nothing but new events has changed the board since, and no period became final by time. */
function isStillDecided({ revisions, shape }: DecidedRevisions): boolean {
  return revisions.board.shape === shape && revisions.areStillFinal();
}

/** Outcomes with the players' current names. */
function namedNow({ players }: State, outcomes: readonly Revised[]): readonly Revised[] {
  return outcomes.map((one) => (one.outcome === 'refused' ? one : { ...one, player: players.numbered(one.player.number) }));
}

/** The pending revisions of a board. */
class BoardRevisions {
  readonly board: HeldBoard;
  readonly #state: State;
  readonly #about: AboutRevision;
  readonly #isFinal: (period: PeriodSpan, reopenedAt: number | undefined) => boolean;
  /** Whether each period that they may change was final. */
  readonly #final = new Map<HeldPeriod, { readonly span: PeriodSpan; readonly isFinal: boolean }>();
  readonly events: RevisedEvent[] = [];
  /** Of each of them, the bits of the periods that it leaves or comes back to. */
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

/** The events to revise, and those to restore instead, by id or `seq`. */
async function foundIn(
  db: Queryable,
  { number }: HeldBoard,
  asked: readonly (string | number)[],
  pause: Pause,
): Promise<ReadonlyMap<string | number, Found>> {
  const found = new Map<string | number, Found>();
  for (const column of ['id', 'seq'] as const) {
    const own = asked.filter((one) => typeof one === (column === 'id' ? 'string' : 'number'));
    // The plus stops SQLite from scanning a whole board for a `seq`.
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

/** An event of a player; `counted` is what it counts for now. */
type ChainedEvent = readonly [seq: number, player: number, points: number, at: number, counted: number];

/** The totals of the affected players without copies, and the latest event of each that is in them. */
interface Folds {
  readonly totals: Map<number, Map<HeldPeriod, Score | undefined>>;
  readonly latest: Map<number, number>;
  /** Of the players read together, the highest of these: whatever arrived since is newer. */
  readonly newest: Map<number, number>;
  /** The `seq` up to which a period was read as a whole. */
  readonly reached: Map<HeldPeriod, number>;
  /** Whether a total would not be exact. */
  isInexact: boolean;
}

/** Folds the events of all affected players of a board as they are revised. */
async function foldedIn(db: Queryable, state: State, { board, events, periods }: BoardRevisions, pause: Pause): Promise<Folds> {
  const revised = new Map(events.map(({ event, revision }) => [event.seq, revision.counted]));
  const folds: Folds = { totals: new Map(), latest: new Map(), newest: new Map(), reached: new Map(), isInexact: false };
  const affected = [...periods].filter(([, own]) => own.size > 0);
  const all = [...new Set(affected.flatMap(([, own]) => Array.from(own)))];
  const [from, to] = [all.map(({ start }) => start), all.map(({ end }) => end)];
  const within = [timeToColumn(Math.min(Infinity, ...from)), timeToColumn(Math.max(-Infinity, ...to))];
  let size = pause === NO_PAUSE ? AT_ONCE : 1;
  for (let first = 0; first < affected.length;) {
    const some = affected.slice(first, first + size);
    first += size;
    const latest = some.flatMap(([player]) => state.latestEvent(board, player) ?? []);
    const newest = Math.max(0, ...latest);
    for (const [player, own] of some) {
      folds.totals.set(player, new Map(Array.from(own, (period) => [period, undefined])));
      folds.latest.set(player, state.latestEvent(board, player) ?? 0);
      folds.newest.set(player, newest);
    }
    const chains = await db.columns<ChainedEvent>(CHAINS, [latest, ...within, 0]);
    for (const [seq, player, points, at, counted] of chains) fold(board, folds, player, points, at, revised.get(seq) ?? counted);
    if (pause === NO_PAUSE) continue;
    size = Math.max(1, Math.min(AT_ONCE, Math.floor((some.length * CHAINED_AT_ONCE) / Math.max(chains.length, 1)), 2 * size));
    await pause();
  }
  return folds;
}

/**
 * The same from whole periods, in a fifth of the time where most players are affected. No total depends on the order of events as long as
 * all of them together are exact; `undefined` if they may not be.
 */
async function scannedIn(scan: Scan, state: State, { board, events, changed, periods }: BoardRevisions): Promise<Folds | undefined> {
  const { scoring, direction } = board.settings;
  const folds: Folds = { totals: new Map(), latest: new Map(), newest: new Map(), reached: new Map(), isInexact: false };
  const byPeriod = new Map<HeldPeriod, Map<number, Score | undefined>>();
  for (const [player, own] of periods) {
    folds.totals.set(player, new Map());
    folds.latest.set(player, state.latestEvent(board, player) ?? 0);
    for (const period of own) mapIn(byPeriod, period).set(player, undefined);
  }
  const newest = Math.max(0, ...folds.latest.values());
  for (const player of periods.keys()) folds.newest.set(player, newest);
  const leaving = new Map<HeldPeriod, Leaving>();
  const coming = new Map<HeldPeriod, EventRow[]>();
  // An event may be voided and restored in one act.
  const net = new Map<number, number>();
  for (const [i, { event }] of events.entries()) net.set(event.seq, (net.get(event.seq) ?? 0) ^ changed[i]!);
  for (const { event, revision } of new Map(events.map((one) => [one.event.seq, one])).values()) {
    for (const [bit, span] of board.spans.containing(event.at).entries()) {
      if (!hasBit(net.get(event.seq)!, bit)) continue;
      const period = periodOf(board, span)!;
      if (hasBit(revision.counted, bit)) listIn(coming, period).push(event);
      else listIn(mapIn(mapIn(leaving, period), event.player), event.at).push(event.points);
    }
  }
  for (const [period, totals] of byPeriod) {
    const leave: Leaving = leaving.get(period) ?? new Map();
    let most = 0;
    const add = (player: number, at: number, points: number) => {
      most += Math.abs(points);
      totals.set(player, exactScore(scoring, direction, totals.get(player), { points, at }));
    };
    for await (const { players, at, points, reached } of scan(period.key, 0)) {
      for (let i = 0; i < players.length; i += 1) {
        const player = players[i]!;
        if (!totals.has(player)) continue;
        // Alike events count alike.
        const alike = leave.get(player)?.get(at[i]!);
        const place = alike?.indexOf(points[i]!) ?? -1;
        if (place >= 0) alike!.splice(place, 1);
        else add(player, at[i]!, points[i]!);
      }
      folds.reached.set(period, reached);
    }
    for (const { player, at, points } of coming.get(period) ?? []) add(player, at, points);
    if (!Number.isSafeInteger(most)) return undefined;
    for (const [player, total] of totals) folds.totals.get(player)!.set(period, total);
  }
  return folds;
}

/** The points of leaving events, by player and time. */
type Leaving = Map<number, Map<number, number[]>>;

function mapIn<Key, Inner, Value>(maps: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  let known = maps.get(key);
  if (known === undefined) maps.set(key, (known = new Map()));
  return known;
}

function listIn<Key, Value>(lists: Map<Key, Value[]>, key: Key): Value[] {
  let known = lists.get(key);
  if (known === undefined) lists.set(key, (known = []));
  return known;
}

/** Folds the events that arrived since. */
async function foldSince(db: Queryable, state: State, { board }: BoardRevisions, folds: Folds): Promise<void> {
  const more = [...folds.latest].flatMap(([player, known]) => {
    const latest = state.latestEvent(board, player) ?? 0;
    return latest === known ? [] : [{ player, latest, known }];
  });
  for (let first = 0; first < more.length; first += AT_ONCE) {
    const some = more.slice(first, first + AT_ONCE);
    const known = new Map(some.map((one) => [one.player, one.known]));
    const after = Math.min(...some.map(({ player }) => folds.newest.get(player)!));
    const rows = await db.columns<ChainedEvent>(CHAINS, [
      some.map(({ latest }) => latest),
      timeToColumn(-Infinity),
      timeToColumn(Infinity),
      after,
    ]);
    for (const [seq, player, points, at, counted] of rows)
      if (seq > known.get(player)!) fold(board, folds, player, points, at, counted, seq);
    for (const { player, latest } of some) folds.latest.set(player, latest);
  }
}

function fold(
  board: HeldBoard,
  folds: Pick<Folds, 'totals' | 'reached' | 'isInexact'>,
  player: number,
  points: number,
  at: number,
  counted: number,
  seq = Infinity,
): void {
  const own = folds.totals.get(player);
  if (own === undefined || folds.isInexact) return;
  const { settings, spans } = board;
  for (const [bit, span] of spans.containing(at).entries()) {
    const period = hasBit(counted, bit) ? periodOf(board, span) : undefined;
    if (period === undefined || !own.has(period) || seq <= (folds.reached.get(period) ?? 0)) continue;
    const total = exactScore(settings.scoring, settings.direction, own.get(period), { points, at });
    if (total === undefined) folds.isInexact = true;
    else own.set(period, total);
  }
}

/** The totals that change on a board, with the copies; `undefined` if one would not be exact. */
function refoldedOf(state: State, { board, copies }: BoardRevisions, folds: Folds): readonly RevisedTotal[] | undefined {
  // A prepared fold stays as it is: a commit may be tried again.
  const copied = { totals: new Map(folds.totals), reached: folds.reached, isInexact: folds.isInexact };
  for (const { player } of copies) copied.totals.set(player, new Map(folds.totals.get(player)));
  for (const { player, points, at, counted } of copies) fold(board, copied, player, points, at, counted);
  if (copied.isInexact) return undefined;
  const totals: RevisedTotal[] = [];
  for (const [player, own] of copied.totals)
    for (const [period, total] of own) totals.push({ period, player, before: state.scoreOf(period, player), total });
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
    FROM chain JOIN events ON events.seq = chain.previous WHERE chain.previous > $4
  )
  SELECT seq, player, points, at, ${countedNow('chain')} FROM chain WHERE at >= $2 AND at < $3 ORDER BY seq`;
