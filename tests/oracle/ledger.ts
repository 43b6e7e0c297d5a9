import { isDeepStrictEqual } from 'node:util';

import { PERIOD_KINDS, type PeriodKind } from '../../src/domain/calendar.ts';
import { usernameKey } from '../../src/domain/names/username-key.ts';
import { exactScore } from '../../src/domain/scoring.ts';
import type { Ledger } from '../../src/server/store/points-store.ts';
import { kindsOf } from '../../src/server/store/records.ts';
import {
  type AboutRevision,
  type AuthoredEvent,
  DEFAULT_AVATAR,
  earliestOf,
  type EventEffect,
  type Holding,
  type NewEvent,
  type PeriodChange,
  type PeriodKey,
  type Recorded,
  type Revised,
  type RevisedPeriod,
  type RevisedTogether,
  type Revising,
  type Revision,
  type StoredPlayer,
  type TotalNow,
} from '../../src/server/store/stored-values.ts';
import type { Commits } from './commits.ts';
import { changesOf, keepDocuments } from './documents.ts';
import { countedIn, type Entry, foldOf, isSealedOrClosed, keyOf, type Kept, type KeptBoard, nameOf } from './kept.ts';

type Counts = Parameters<Ledger['append']>[2];
type Decide = Parameters<Ledger['append']>[3];
type IsFinal = Parameters<Ledger['revise']>[2];

/** Writes and follows changes. */
export function memoryLedger(commits: Commits): Ledger {
  const revise: Ledger['revise'] = (revising, about, isFinal, records, _, beside) =>
    commits.run((kept, tell) => {
      const revisions = new Revisions(kept, about, isFinal);
      const events = revising.map((one) => revisions.revise(one));
      const totals = revisions.totals();
      const result: RevisedTogether =
        totals === undefined
          ? { outcome: 'refused', reason: 'total out of range' }
          : { outcome: 'revised', events, totals: totals.map(({ now }) => now) };
      const documents = changesOf(kept.documents, totals === undefined || beside === undefined ? [] : [beside]);
      const changes = kept.decidedRecords(records, result);
      kept.keepRecords(changes);
      if (totals === undefined || revisions.revised.size === 0) {
        if (keepDocuments(kept, tell, documents)) return result;
        if (changes.length > 0) tell([], { kind: 'records', board: undefined, records: kindsOf(changes) });
        return result;
      }
      for (const [entry, stored] of revisions.revised) entry.stored = stored;
      for (const board of new Set(revising.map((one) => kept.board(one.board)))) {
        if (!board.ledger.some((entry) => revisions.revised.has(entry))) continue;
        const copies = revisions.copies.filter((copy) => copy.board === board).map(({ entry }) => entry);
        for (const entry of copies) keepEntry(kept, board, entry);
        const { name } = board.settings;
        if (copies.length > 0)
          tell([board], {
            kind: 'recorded',
            board: name,
            events: copies.length,
            earliest: earliestOf(copies.map(({ stored }) => stored)),
            totals: [],
          });
        tell([board], { kind: 'revised', board: name, totals: totals.filter((one) => one.board === board).map(({ now }) => now) });
      }
      keepDocuments(kept, tell, documents);
      return result;
    });
  return {
    positions: async () => new Map([...commits.kept.boards].map(([name, { position }]) => [name, position])),
    follow: (listener) => commits.follow(listener),
    catchUp: async () => {},
    history: commits.kept.history,
    newestReceivedAt: async () => commits.kept.ledger.findLast(({ stored }) => stored.voided === undefined)?.stored.receivedAt,

    append: (name, events, counts, decide, records, holding) =>
      commits.run((kept, tell) => {
        const board = kept.board(name);
        if (events.length === 0) return [];
        const takeBack = takingBack(kept, board);
        try {
          const holds = holding?.();
          const batch: Batch = { counts, holds, effects: [], totals: new Map() };
          const outcomes = events.map((event) => take(kept, board, event, batch));
          const { effects, totals } = batch;
          const entries = outcomes.flatMap((one) => (one.outcome === 'recorded' ? [one.entry] : []));
          for (const [i, answer] of decided(effects, decide, board.position).entries()) entries[i]!.answer = answer;
          const recorded = outcomes.map((one) => ('entry' in one ? { outcome: one.outcome, answer: one.entry.answer } : one));
          kept.keepRecords(kept.decidedRecords(records, recorded));
          if (entries.length > 0) {
            const earliest = earliestOf(effects.map(({ event }) => event));
            tell([board], { kind: 'recorded', board: name, events: entries.length, earliest, totals: [...totals.values()] });
          }
          return recorded;
        } catch (error) {
          takeBack();
          throw error;
        }
      }),

    revise,
    prepareRevisions: async () => ({ boards: new Map() }),
  };
}

/** The number of effects decided at once: few, so that `decide` is called more than once. */
const STRETCH = 3;

/** The outcome of one event; an entry gets its answer once that is decided. */
type Outcome =
  | { readonly outcome: 'recorded' | 'repeated'; readonly entry: Entry }
  | Extract<Recorded, { readonly outcome: 'refused' | 'held' }>;

/** Returns a function that rolls back everything recorded from now on. */
function takingBack(kept: Kept, board: KeptBoard): () => void {
  const players = kept.players.map(({ player }) => player);
  const [all, own] = [kept.ledger.length, board.ledger.length];
  return () => {
    for (const { event, player } of board.ledger.splice(own)) {
      board.byId.delete(event.id);
      board.byPlayer.get(player)!.pop();
    }
    kept.ledger.splice(all);
    for (const { player } of kept.players.splice(players.length)) kept.playersByKey.delete(usernameKey(player.username));
    for (const [i, player] of players.entries()) kept.players[i]!.player = player;
  };
}

/** The events of one append that are recorded so far. */
interface Batch {
  readonly counts: Counts;
  readonly holds: Holding | undefined;
  readonly effects: EventEffect[];
  /** Each changed total once: by player and period. */
  readonly totals: Map<string, TotalNow>;
}

/** Records an event unless it is refused. @throws {RangeError} if `at` is not a time. */
function take(kept: Kept, board: KeptBoard, event: NewEvent, { counts, holds, effects, totals }: Batch): Outcome {
  const spans = board.spans.containing(event.at);
  const earlier = board.byId.get(event.id);
  if (earlier !== undefined && earlier.event.digest !== event.digest) return { outcome: 'refused', reason: 'known id, another body' };
  if (earlier !== undefined) return { outcome: 'repeated', entry: earlier };

  const known = kept.playersByKey.get(usernameKey(event.username))?.player;
  const player: StoredPlayer = {
    number: known?.number ?? kept.players.length + 1,
    username: known?.username ?? event.username,
    displayName: event.displayName ?? known?.displayName ?? event.username,
    avatar: event.avatar ?? known?.avatar ?? DEFAULT_AVATAR,
  };
  const isRenamed = known !== undefined && (player.displayName !== known.displayName || player.avatar !== known.avatar);
  if (isRenamed && event.keepsNames) return { outcome: 'refused', reason: 'another name' };

  const { scoring, direction } = board.settings;
  const theirs = board.byPlayer.get(player.number) ?? [];
  // Negative zero becomes zero, so that they compare equal.
  const points = event.points + 0;
  const changes: PeriodChange[] = [];
  for (const span of spans) {
    const period = keyOf(board, span);
    if (isSealedOrClosed(board, span) || !counts(span, event)) {
      changes.push({ state: 'closed', period });
      continue;
    }
    const changed = totals.get(`${player.number} ${nameOf(span)}`);
    const before = changed === undefined ? foldOf(board, countedIn(theirs, span)) : changed.total;
    const after = exactScore(scoring, direction, before, { points, at: event.at });
    if (after === undefined) return { outcome: 'refused', reason: 'total out of range' };
    changes.push({ state: 'counted', period, before, after });
  }
  const hold = holds?.(event, known?.number);
  if (hold !== undefined) return { outcome: 'held', hold };

  const inTime = changes.flatMap(({ state, period }) => (state === 'counted' ? [period.kind] : []));
  const { id, at, receivedAt, activity, author } = event;
  const stored = { seq: board.ledger.length + 1, id, points, at, receivedAt, activity, counted: inTime, voided: undefined, author };
  const entry = { event, player: player.number, spans, inTime, answer: '', stored };
  keepPlayer(kept, player, receivedAt);
  keepEntry(kept, board, entry);
  effects.push({ event, player, changes });
  for (const change of changes)
    if (change.state === 'counted')
      totals.set(`${player.number} ${nameOf(change.period)}`, { period: change.period, player: player.number, total: change.after });
  return { outcome: 'recorded', entry };
}

function keepEntry(kept: Kept, board: KeptBoard, entry: Entry): void {
  kept.ledger.push(entry);
  board.ledger.push(entry);
  board.byId.set(entry.event.id, entry);
  const theirs = board.byPlayer.get(entry.player) ?? [];
  theirs.push(entry);
  board.byPlayer.set(entry.player, theirs);
}

/** Rethrows errors of `decide`. */
function decided(effects: readonly EventEffect[], decide: Decide, position: number): readonly string[] {
  const answers: string[] = [];
  for (let given = 0; given < effects.length; given += STRETCH)
    answers.push(...decide(effects.slice(given, given + STRETCH), position, given));
  if (answers.length !== effects.length) throw new RangeError('Each recorded event needs an answer');
  return answers;
}

function keepPlayer(kept: Kept, player: StoredPlayer, receivedAt: number): void {
  const known = kept.players[player.number - 1];
  if (known !== undefined) {
    known.player = player;
    return;
  }
  // Arrivals never decrease with the number, even after a clock was set back.
  const made = { player, knownSince: Math.max(kept.players.at(-1)?.knownSince ?? -Infinity, receivedAt) };
  kept.players.push(made);
  kept.playersByKey.set(usernameKey(player.username), made);
}

/** Pending revisions. */
class Revisions {
  readonly #kept: Kept;
  readonly #about: AboutRevision;
  readonly #isFinal: IsFinal;
  readonly revised = new Map<Entry, AuthoredEvent>();
  readonly copies: { readonly board: KeptBoard; readonly entry: Entry }[] = [];
  /** The totals that change, by board, player and period. */
  readonly #changed = new Map<string, { readonly board: KeptBoard; readonly player: number; readonly period: PeriodKey }>();

  constructor(kept: Kept, about: AboutRevision, isFinal: IsFinal) {
    this.#kept = kept;
    this.#about = about;
    this.#isFinal = isFinal;
  }

  revise({ board: name, id, does, reason, instead }: Revising): Revised {
    const board = this.#kept.board(name);
    const revised = this.#revise(board, id, does, PERIOD_KINDS, reason);
    if (revised.outcome === 'refused' || instead === undefined) return revised;
    const left = revised.periods.flatMap(({ period: { kind }, state }) => (state === 'changed' ? [kind] : []));
    if ('restored' in instead) return { ...revised, restored: this.#revise(board, instead.restored, 'restore', left).outcome };
    this.#copy(board, board.byId.get(String(id))!, instead, left);
    return revised;
  }

  /** `within`: the kinds of periods that may change. */
  #revise(
    board: KeptBoard,
    id: string | number,
    does: Revision['does'],
    within: readonly PeriodKind[],
    reason = this.#about.reason,
  ): Revised {
    const entry = typeof id === 'string' ? board.byId.get(id) : board.ledger.find(({ stored }) => stored.seq === id);
    if (entry === undefined) return { outcome: 'refused', reason: 'unknown event' };
    const { spans, inTime, player } = entry;
    const stored = this.#storedOf(entry);
    const restores = does === 'restore';
    const periods = spans.map((span): RevisedPeriod => {
      const period = keyOf(board, span);
      if (!inTime.includes(span.kind)) return { period, state: 'late' };
      const isFixed = !within.includes(span.kind) || isSealedOrClosed(board, span);
      if (isFixed || this.#isFinal(board.settings.name, span, board.reopened.get(nameOf(span)))) return { period, state: 'final' };
      return { period, state: stored.counted.includes(span.kind) === restores ? 'same' : 'changed' };
    });
    const changed = periods.flatMap(({ period, state }) => (state === 'changed' ? [period] : []));
    const isVoided = stored.voided !== undefined;
    if (changed.length === 0 && isVoided !== restores) return { outcome: 'refused', reason: isVoided ? 'voided already' : 'not voided' };
    const { isMeant, at } = this.#about;
    if (isMeant?.(stored.voided) === false) return { outcome: 'refused', reason: 'not meant' };
    const changes = (kind: string) => changed.some((period) => period.kind === kind);
    const counted = PERIOD_KINDS.filter((kind) => stored.counted.includes(kind) !== changes(kind));
    const event = { ...stored, counted, voided: restores ? undefined : { at, reason } };
    this.revised.set(entry, event);
    this.#note(board, player, changed);
    const { author: _, ...shown } = event;
    return { outcome: 'revised', player: this.#kept.player(player).player, event: shown, before: stored.voided, periods };
  }

  #copy(
    board: KeptBoard,
    { event, spans, stored }: Entry,
    { copy: id, player }: { readonly copy: string; readonly player: number },
    counted: readonly PeriodKind[],
  ): void {
    const seq = board.ledger.length + this.copies.filter((copy) => copy.board === board).length + 1;
    const entry = {
      event: { ...event, id, digest: 'merged', username: this.#kept.player(player).player.username },
      player,
      spans,
      inTime: counted,
      answer: '',
      stored: { ...stored, seq, id, counted, voided: undefined },
    };
    this.copies.push({ board, entry });
    this.#note(
      board,
      player,
      spans.filter(({ kind }) => counted.includes(kind)).map((span) => keyOf(board, span)),
    );
  }

  /** `undefined` if one of them is not exact. */
  totals(): readonly { readonly board: KeptBoard; readonly now: TotalNow }[] | undefined {
    try {
      return [...this.#changed.values()].flatMap(({ board, player, period }) => {
        const theirs = board.byPlayer.get(player) ?? [];
        const before = foldOf(board, countedIn(theirs, period));
        const copies = this.copies.flatMap((copy) => (copy.board === board && copy.entry.player === player ? [copy.entry] : []));
        const revised = theirs.map((entry) => Object.assign({}, entry, { stored: this.#storedOf(entry) }));
        const total = foldOf(board, countedIn([...revised, ...copies], period));
        return isDeepStrictEqual(before, total) ? [] : [{ board, now: { period, player, total } }];
      });
    } catch {
      return undefined;
    }
  }

  #storedOf(entry: Entry): AuthoredEvent {
    return this.revised.get(entry) ?? entry.stored;
  }

  #note(board: KeptBoard, player: number, periods: readonly PeriodKey[]): void {
    for (const period of periods) this.#changed.set(`${board.settings.name} ${player} ${nameOf(period)}`, { board, player, period });
  }
}
