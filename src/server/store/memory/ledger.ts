import { PERIOD_KINDS, type PeriodSpan } from '../../../domain/calendar.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { Ledger } from '../points-store.ts';
import {
  DEFAULT_AVATAR,
  earliestOf,
  type EventEffect,
  type Holding,
  type NewEvent,
  type PeriodChange,
  type Recorded,
  type Revised,
  type RevisedPeriod,
  type Revision,
  type StoredEvent,
  type StoredPlayer,
  type TotalNow,
} from '../stored-values.ts';
import type { Commits } from './commits.ts';
import { countedIn, type Entry, foldOf, isSealedOrClosed, keyOf, type Kept, type KeptBoard, nameOf } from './kept.ts';

type Counts = Parameters<Ledger['append']>[2];
type Decide = Parameters<Ledger['append']>[3];
type IsFinal = Parameters<Ledger['revise']>[3];

/** Where changes come in, and out. */
export function memoryLedger(commits: Commits): Ledger {
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
        const batch = new Batch(kept, board, holding?.());
        const outcomes = events.map((event) => batch.add(event, counts));
        const recorded = batch.decided(outcomes, decide);
        kept.keepRecords(kept.decidedRecords(records, recorded));
        const count = batch.keep();
        if (count > 0) tell([board], { kind: 'recorded', board: name, events: count, earliest: batch.earliest, totals: batch.totals() });
        return recorded;
      }),

    revise: (name, id, revision, isFinal, records) =>
      commits.run((kept, tell) => {
        const board = kept.board(name);
        const entry = board.byId.get(id);
        if (entry === undefined) return { outcome: 'refused', reason: 'unknown event' };
        const revised = revisedEvent(board, entry, revision, isFinal);
        if (typeof revised === 'string') return { outcome: 'refused', reason: revised };
        const { event, periods, totals } = revised;
        const { voided: before } = entry.stored;
        const result = { outcome: 'revised', player: kept.player(entry.player).player, event, before, periods } as const;
        kept.keepRecords(kept.decidedRecords(records, result));
        entry.stored = event;
        tell([board], { kind: 'revised', board: name, totals });
        return result;
      }),
  };
}

/** How many effects are decided at once: few, so that whoever decides is asked more than once. */
const STRETCH = 3;

/** What came of one event of a batch before there are answers: of a recorded one, its place among the recorded. */
type Outcome = number | { readonly repeats: number } | Recorded;

/** The events of one append. Nothing is kept of them before {@link keep}, and each sees those before it. */
class Batch {
  readonly #kept: Kept;
  readonly #board: KeptBoard;
  readonly #effects: EventEffect[] = [];
  readonly #placeOfId = new Map<string, number>();
  readonly #players = new Map<string, StoredPlayer>();
  readonly #totals = new Map<string, { readonly period: PeriodSpan; readonly player: number; total: Score | undefined }>();
  #newcomers = 0;
  #entries: readonly Entry[] = [];
  readonly #holds: Holding | undefined;

  constructor(kept: Kept, board: KeptBoard, holds: Holding | undefined) {
    this.#holds = holds;
    this.#kept = kept;
    this.#board = board;
  }

  /** @throws {RangeError} if `at` is not a time. */
  add(event: NewEvent, counts: Counts): Outcome {
    const spans = this.#board.spans.containing(event.at);
    const place = this.#placeOfId.get(event.id);
    const entry = this.#board.byId.get(event.id);
    const earlier = place === undefined ? entry?.event : this.#effects[place]!.event;
    if (earlier !== undefined) {
      if (earlier.digest !== event.digest) return { outcome: 'refused', reason: 'known id, another body' };
      return place === undefined ? { outcome: 'repeated', answer: entry!.answer } : { repeats: place };
    }

    const key = usernameKey(event.username);
    const known = this.#players.get(key) ?? this.#kept.playersByKey.get(key)?.player;
    const player: StoredPlayer = {
      number: known?.number ?? this.#kept.players.length + this.#newcomers + 1,
      username: known?.username ?? event.username,
      displayName: event.displayName ?? known?.displayName ?? event.username,
      avatar: event.avatar ?? known?.avatar ?? DEFAULT_AVATAR,
    };
    const isRenamed = known !== undefined && (player.displayName !== known.displayName || player.avatar !== known.avatar);
    if (isRenamed && event.keepsNames) return { outcome: 'refused', reason: 'another name' };

    const { scoring, direction } = this.#board.settings;
    const changes: PeriodChange[] = [];
    for (const span of spans) {
      const period = keyOf(this.#board, span);
      if (isSealedOrClosed(this.#board, span) || !counts(span, event)) {
        changes.push({ state: 'closed', period });
        continue;
      }
      const before = this.#total(span, player.number);
      const after = exactScore(scoring, direction, before, { points: wholePoints(event), at: event.at });
      if (after === undefined) return { outcome: 'refused', reason: 'total out of range' };
      changes.push({ state: 'counted', period, before, after });
    }
    const hold = this.#holds?.(event, known?.number);
    if (hold !== undefined) return { outcome: 'held', hold };

    for (const [i, change] of changes.entries()) {
      if (change.state === 'counted') this.#setTotal(spans[i]!, player.number, change.after);
    }
    if (known === undefined) this.#newcomers += 1;
    this.#players.set(key, player);
    this.#placeOfId.set(event.id, this.#effects.length);
    return this.#effects.push({ event, player, changes }) - 1;
  }

  /** The outcomes with their answers. Throws what `decide` throws. */
  decided(outcomes: readonly Outcome[], decide: Decide): readonly Recorded[] {
    const answers: string[] = [];
    for (let given = 0; given < this.#effects.length; given += STRETCH)
      answers.push(...decide(this.#effects.slice(given, given + STRETCH), this.#board.position, given));
    if (answers.length !== this.#effects.length) throw new RangeError('Each recorded event needs an answer');
    this.#entries = this.#effects.map((effect, i) => this.#entry(effect, this.#board.ledger.length + 1 + i, answers[i]!));
    return outcomes.map((outcome) => {
      if (typeof outcome === 'number') return { outcome: 'recorded', answer: answers[outcome]! };
      return 'repeats' in outcome ? { outcome: 'repeated', answer: answers[outcome.repeats]! } : outcome;
    });
  }

  /** Keeps what was decided: how many events. */
  keep(): number {
    for (const [i, entry] of this.#entries.entries()) {
      const { event, player } = this.#effects[i]!;
      keepPlayer(this.#kept, player, event.receivedAt);
      this.#kept.ledger.push(entry);
      this.#board.ledger.push(entry);
      this.#board.byId.set(event.id, entry);
      const theirs = this.#board.byPlayer.get(player.number) ?? [];
      this.#board.byPlayer.set(player.number, theirs);
      theirs.push(entry);
    }
    return this.#entries.length;
  }

  get earliest(): number {
    return earliestOf(this.#effects.map(({ event }) => event));
  }

  /** Each total that the batch changed, once. */
  totals(): TotalNow[] {
    return [...this.#totals.values()].map(({ period, player, total }) => ({ period: keyOf(this.#board, period), player, total }));
  }

  #total(period: PeriodSpan, player: number): Score | undefined {
    const changed = this.#totals.get(`${player} ${nameOf(period)}`);
    return changed === undefined ? foldOf(this.#board, countedIn(this.#board.byPlayer.get(player) ?? [], period)) : changed.total;
  }

  #setTotal(period: PeriodSpan, player: number, total: Score): void {
    this.#totals.set(`${player} ${nameOf(period)}`, { period, player, total });
  }

  #entry({ event, player, changes }: EventEffect, seq: number, answer: string): Entry {
    const inTime = changes.flatMap(({ state, period }) => (state === 'counted' ? [period.kind] : []));
    const { id, at, receivedAt, activity } = event;
    const stored = { seq, id, points: wholePoints(event), at, receivedAt, activity, counted: inTime, voided: undefined };
    return { event, player: player.number, spans: this.#board.spans.containing(at), inTime, answer, stored };
  }
}

/** A negative zero is a zero, and nobody should see a difference. */
function wholePoints({ points }: NewEvent): number {
  return points + 0;
}

function keepPlayer(kept: Kept, player: StoredPlayer, receivedAt: number): void {
  const known = kept.players[player.number - 1];
  if (known !== undefined) {
    known.player = player;
    return;
  }
  // The moments at which players came rise with their numbers, also after a clock was set back.
  const made = { player, knownSince: Math.max(kept.players.at(-1)?.knownSince ?? -Infinity, receivedAt) };
  kept.players.push(made);
  kept.playersByKey.set(usernameKey(player.username), made);
}

type Refusal = Extract<Revised, { readonly outcome: 'refused' }>['reason'];

/** An event as a revision makes it, and what that changes; or why it cannot be. Nothing is kept of it yet. */
function revisedEvent(
  board: KeptBoard,
  entry: Entry,
  { does, reason, at }: Revision,
  isFinal: IsFinal,
): Refusal | { readonly event: StoredEvent; readonly periods: readonly RevisedPeriod[]; readonly totals: readonly TotalNow[] } {
  const { stored, spans, inTime, player } = entry;
  const restores = does === 'restore';
  const periods = spans.map((span): RevisedPeriod => {
    const period = keyOf(board, span);
    if (!inTime.includes(span.kind)) return { period, state: 'late' };
    if (isSealedOrClosed(board, span) || isFinal(span, board.reopened.get(nameOf(span)))) return { period, state: 'final' };
    return { period, state: stored.counted.includes(span.kind) === restores ? 'same' : 'changed' };
  });
  const changed = periods.flatMap(({ period, state }) => (state === 'changed' ? [period] : []));
  const isVoided = stored.voided !== undefined;
  if (changed.length === 0 && isVoided !== restores) return isVoided ? 'voided already' : 'not voided';
  const changes = (kind: string) => changed.some((period) => period.kind === kind);
  const counted = PERIOD_KINDS.filter((kind) => stored.counted.includes(kind) !== changes(kind));
  const event = { ...stored, counted, voided: restores ? undefined : { at, reason } };
  const entries = board.byPlayer.get(player)!;
  const theirs = entries.with(entries.indexOf(entry), { ...entry, stored: event });
  try {
    return { event, periods, totals: changed.map((period) => ({ period, player, total: foldOf(board, countedIn(theirs, period)) })) };
  } catch {
    return 'total out of range';
  }
}
