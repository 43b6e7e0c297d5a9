// A game as plain arrays: the documented effects of operators' actions on one board. Uses no server code.

/** The board's calendar: days of UTC+1, weeks from Monday. All times are epoch milliseconds. */
const ZONE_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How long a reopened period stays open. */
const REOPENED_MS = 3_600_000;

/** An import without a heartbeat for this long is abandoned; heartbeats are stored at most this often. */
const PATIENCE_MS = DAY_MS;
const SIGN_OF_LIFE_MS = 600_000;

export const KINDS = ['daily', 'weekly', 'monthly', 'all-time'] as const;
export type Kind = (typeof KINDS)[number];

export const MERGED = 'Merged into another player.';
export const SPLIT = 'The merge of two players was taken back.';
const MERGE_REASONS: ReadonlySet<string | null> = new Set([MERGED, SPLIT]);

export interface Span {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
}

/** Players and events are referenced by index in `players` and `events`, which is the order of arrival. */
interface PlainEvent {
  /** `null` for a copy, until the server returns its id. */
  id: string | null;
  /** The username it was sent with. */
  readonly sentAs: string;
  readonly player: number;
  readonly points: number;
  readonly at: number;
  readonly receivedAt: number;
  /** The kinds of periods that accepted it, and those in which it counts now. */
  took: Kind[];
  counts: Kind[];
  /** Why and when it was voided. */
  voided: string | null;
  voidedAt: number | null;
  /** The original of a copy. */
  readonly copyOf: number | null;
}

export type Visibility = { readonly state: 'shown' | 'hidden' } | { readonly state: 'removed'; readonly reason: string };

interface PlainPlayer {
  username: string;
  visibility: Visibility;
}

/** An event moved by a merge, and its copy. */
type Pair = readonly [original: number, copy: number];

/** An event revised by a bulk action, and its previous reason for being voided. */
interface RevisedOne {
  readonly event: number;
  readonly former: string | null;
}

/** A player, and their visibility before and after. */
type Turn = readonly [player: number, before: Visibility, after: Visibility];

/** An action, with the data needed to undo it. */
type PlainAct =
  | { readonly act: 'hide-players' | 'remove-players' | 'show-players'; readonly turns: readonly Turn[] }
  | {
      readonly act: 'ban-player' | 'lift-ban';
      readonly turns: readonly Turn[];
      readonly at: number;
      readonly revised: readonly RevisedOne[];
    }
  | {
      readonly act: 'hide-player' | 'remove-player' | 'show-player';
      readonly player: number;
      readonly before: Visibility;
      readonly after: Visibility;
    }
  | { readonly act: 'rename-player'; readonly player: number; readonly before: string; readonly after: string }
  | { readonly act: 'void-event' | 'restore-event'; readonly event: number; readonly reason: string }
  | { readonly act: 'void-events' | 'restore-events'; readonly at: number; readonly revised: readonly RevisedOne[] }
  | { readonly act: 'merge-players'; readonly pairs: readonly Pair[] }
  | { readonly act: 'split-players' }
  | { readonly act: 'close-period' | 'reopen-period'; readonly span: Span }
  | { readonly act: 'begin-import' | 'end-import' | 'give-up-import' };

export interface PlainGame {
  now: number;
  readonly players: PlainPlayer[];
  readonly events: PlainEvent[];
  /** The ranking at closing, first to last, by text of the period. */
  readonly closed: Record<string, readonly Place[]>;
  /** The time of reopening, by text of the period. */
  readonly reopened: Record<string, number>;
  import: { readonly startedAt: number; seenAt: number } | null;
  /** `isUndone`: whether it was undone. */
  readonly acts: (PlainAct & { isUndone: boolean })[];
}

export interface Place {
  readonly player: number;
  readonly points: number;
  readonly reachedAt: number;
}

export function newGame(now: number): PlainGame {
  return { now, players: [], events: [], closed: {}, reopened: {}, import: null, acts: [] };
}

export function spanOf(kind: Kind, at: number): Span {
  if (kind === 'all-time') return { kind, start: -Infinity, end: Infinity };
  const day = Math.floor((at + ZONE_MS) / DAY_MS);
  const date = new Date(day * DAY_MS);
  // 1 January 1970 was a Thursday.
  const monday = day - ((day + 3) % 7);
  const [first, next] = {
    daily: [day, day + 1],
    weekly: [monday, monday + 7],
    monthly: [0, 1].map((more) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more, 1) / DAY_MS),
  }[kind] as [number, number];
  return { kind, start: first * DAY_MS - ZONE_MS, end: next * DAY_MS - ZONE_MS };
}

function textOf({ kind, start }: Pick<Span, 'kind' | 'start'>): string {
  return `${kind} ${start}`;
}

/** The first day of a period on the board's calendar. */
export function dateOf({ start }: Span): string | null {
  return Number.isFinite(start) ? new Date(start + ZONE_MS).toISOString().slice(0, 10) : null;
}

/** Every period of an event. */
export function spansOf(game: PlainGame): readonly Span[] {
  const spans = game.events.flatMap(({ at }) => KINDS.map((kind) => spanOf(kind, at)));
  return [...new Map(spans.map((span) => [textOf(span), span])).values()];
}

/** All players with points in a period, hidden or not, first to last. */
function standings(game: PlainGame, span: Span): Place[] {
  const places = game.players.flatMap((_, player): Place[] => {
    const own = game.events.filter(
      (event) => event.player === player && event.counts.includes(span.kind) && event.at >= span.start && event.at < span.end,
    );
    if (own.length === 0) return [];
    const moving = own.filter(({ points }) => points !== 0);
    const reachedAt = moving.length > 0 ? Math.max(...moving.map(({ at }) => at)) : Math.min(...own.map(({ at }) => at));
    return [{ player, points: own.reduce((sum, { points }) => sum + points, 0), reachedAt }];
  });
  return places.toSorted((a, b) => b.points - a.points || a.reachedAt - b.reachedAt || a.player - b.player);
}

/** The ranking of a period: final, or current. */
export function ranked(game: PlainGame, span: Span): readonly Place[] {
  return game.closed[textOf(span)] ?? standings(game, span).filter(({ player }) => isShown(game, player));
}

/** A player's rank in a period, as if shown. */
export function placeOf(game: PlainGame, span: Span, player: number): { readonly rank: number; readonly points: number } {
  const places = standings(game, span).filter((place) => place.player === player || isShown(game, place.player));
  const index = places.findIndex((place) => place.player === player);
  return { rank: index + 1, points: places[index]!.points };
}

export function isShown(game: PlainGame, player: number): boolean {
  return game.players[player]!.visibility.state === 'shown';
}

export function isClosed(game: PlainGame, span: Span): boolean {
  return game.closed[textOf(span)] !== undefined;
}

function isHeld(game: PlainGame, { end }: Span): boolean {
  return game.import !== null && end <= game.import.startedAt;
}

function finalTime(game: PlainGame, span: Span): number {
  const reopenedAt = game.reopened[textOf(span)];
  return reopenedAt === undefined ? span.end : Math.max(span.end, reopenedAt + REOPENED_MS);
}

/** Whether a period can no longer change, closed or not. */
function isFinal(game: PlainGame, span: Span): boolean {
  return isClosed(game, span) || (game.now >= finalTime(game, span) && !isHeld(game, span));
}

/** Reopened periods that are not empty. */
function reopened(game: PlainGame): readonly Span[] {
  return spansOf(game).filter((span) => game.reopened[textOf(span)] !== undefined && standings(game, span).length > 0);
}

function latestClosed(game: PlainGame, kind: Kind): number | undefined {
  const starts = Object.keys(game.closed).flatMap((text) => (text.startsWith(kind) ? [Number(text.split(' ')[1])] : []));
  return starts.length === 0 ? undefined : Math.max(...starts);
}

function close(game: PlainGame, span: Span): void {
  const all = standings(game, span);
  // Hidden players come last, whatever their points.
  const [shown, others] = [true, false].map((is) => all.filter(({ player }) => isShown(game, player) === is));
  game.closed[textOf(span)] = [...shown!, ...others!];
  delete game.reopened[textOf(span)];
  keep(game, { act: 'close-period', span });
}

function keep(game: PlainGame, act: PlainAct): void {
  game.acts.push({ ...act, isUndone: false });
}

/** Whether the import has gone without a heartbeat for too long. */
export function isSilent(game: PlainGame): boolean {
  return game.import !== null && game.import.seenAt + PATIENCE_MS < game.now;
}

/** The closing that every server runs each second: abandons silent imports, and closes periods that are due. */
export function look(game: PlainGame): void {
  if (isSilent(game)) {
    game.import = null;
    keep(game, { act: 'give-up-import' });
  }
  for (const span of spansOf(game))
    if (span.kind !== 'all-time' && !isClosed(game, span) && isFinal(game, span) && standings(game, span).length > 0) close(game, span);
}

/** The status of an action's answer, below 300 if it was done. */
export type Status = number;

export function post(game: PlainGame, { id, username, points, at }: { id: string; username: string; points: number; at: number }): Status {
  let player = game.players.findIndex((each) => each.username === username);
  if (player < 0) player = game.players.push({ username, visibility: { state: 'shown' } }) - 1;
  const took = KINDS.filter((kind) => {
    const span = spanOf(kind, at);
    return !isClosed(game, span) && (game.now < span.end || isHeld(game, span));
  });
  game.events.push({
    id,
    sentAs: username,
    player,
    points,
    at,
    receivedAt: game.now,
    took,
    counts: [...took],
    voided: null,
    voidedAt: null,
    copyOf: null,
  });
  return 201;
}

type RevisedState = 'changed' | 'final' | 'late' | 'same';

export interface RevisedKind {
  readonly kind: Kind;
  readonly state: RevisedState;
}

export function revisedStates(game: PlainGame, event: number, does: 'void' | 'restore'): readonly RevisedKind[] {
  const { at, took, counts } = game.events[event]!;
  return KINDS.map((kind) => {
    if (!took.includes(kind)) return { kind, state: 'late' };
    if (isFinal(game, spanOf(kind, at))) return { kind, state: 'final' };
    return { kind, state: counts.includes(kind) === (does === 'void') ? 'changed' : 'same' };
  });
}

/** Voids or restores an event if that changes anything; optionally only in some kinds of periods. */
function flip(
  game: PlainGame,
  number: number,
  does: 'void' | 'restore',
  reason: string,
  only: readonly Kind[] = KINDS,
): readonly Kind[] | undefined {
  const changed = revisedStates(game, number, does).flatMap(({ kind, state }) =>
    state === 'changed' && only.includes(kind) ? [kind] : [],
  );
  const event = game.events[number]!;
  if (changed.length === 0 && (event.voided !== null) === (does === 'void')) return undefined;
  event.counts = KINDS.filter((kind) => event.counts.includes(kind) !== changed.includes(kind));
  event.voided = does === 'void' ? reason : null;
  event.voidedAt = does === 'void' ? game.now : null;
  return changed;
}

/** Events voided by a merge can only be restored by undoing it. */
export function revise(game: PlainGame, event: number, does: 'void' | 'restore', reason: string): Status {
  if (MERGE_REASONS.has(game.events[event]!.voided) || flip(game, event, does, reason) === undefined) return 409;
  keep(game, { act: `${does}-event`, event, reason });
  return 200;
}

/** Voids or restores as many of the events as possible. */
export function reviseMany(
  game: PlainGame,
  events: readonly number[],
  does: 'void' | 'restore',
  reason: string | readonly string[],
): Status {
  const revised = events.flatMap((event, i): RevisedOne[] => {
    const former = game.events[event]!.voided;
    const own = typeof reason === 'string' ? reason : reason[i]!;
    return !MERGE_REASONS.has(former) && flip(game, event, does, own) !== undefined ? [{ event, former }] : [];
  });
  if (revised.length === 0) return 409;
  keep(game, { act: `${does}-events`, at: game.now, revised });
  return 200;
}

/** The number of events revised by the latest bulk action. */
export function revisedIn({ acts }: PlainGame): number {
  const last = acts.at(-1);
  return last !== undefined && 'revised' in last ? last.revised.length : 0;
}

const ACT_OF = { shown: 'show-player', hidden: 'hide-player', removed: 'remove-player' } as const;

export function setVisibility(game: PlainGame, player: number, after: Visibility): Status {
  const { visibility: before } = game.players[player]!;
  if (JSON.stringify(before) === JSON.stringify(after)) return 200;
  game.players[player]!.visibility = after;
  keep(game, { act: ACT_OF[after.state], player, before, after });
  return 200;
}

const MANY_OF = { shown: 'show-players', hidden: 'hide-players', removed: 'remove-players' } as const;

/** Changes the visibilities that are still as they were before. */
function turn(game: PlainGame, turns: readonly Turn[]): readonly Turn[] {
  const left = turns.filter(([player, before]) => JSON.stringify(game.players[player]!.visibility) === JSON.stringify(before));
  for (const [player, , after] of left) game.players[player]!.visibility = after;
  return left;
}

/** Bulk visibility changes; the action is named after the most frequent one. */
export function turnMany(game: PlainGame, turns: readonly Turn[]): Status {
  const done = turn(game, turns);
  if (done.length === 0) return 409;
  const counts = new Map<Visibility['state'], number>();
  for (const [, , { state }] of done) counts.set(state, (counts.get(state) ?? 0) + 1);
  const [most] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
  keep(game, { act: MANY_OF[most], turns: done });
  return 200;
}

/** Removes a player, and voids the player's events since `from` that are not voided. */
export function ban(game: PlainGame, player: number, from: number, reason: string): Status {
  const { visibility: before } = game.players[player]!;
  const events = game.events.flatMap((event, i) => (event.player === player && event.voided === null && event.at >= from ? [i] : []));
  if (before.state === 'removed' && events.length === 0) return 409;
  for (const event of events) flip(game, event, 'void', reason);
  const turns = before.state === 'removed' ? [] : turn(game, [[player, before, { state: 'removed', reason }]]);
  keep(game, { act: 'ban-player', turns, at: game.now, revised: events.map((event) => ({ event, former: null })) });
  return 200;
}

/** Undoes a ban, or the lifting of one, as far as nothing has changed since. */
function banBack(game: PlainGame, { act, turns, at, revised }: Extract<PlainAct, { readonly act: 'ban-player' | 'lift-ban' }>): Status {
  const isLifting = act === 'ban-player';
  const left = revised.filter(({ event }) => (isLifting ? game.events[event]!.voidedAt === at : game.events[event]!.voided === null));
  const done = left.map(({ event, former }) => {
    const voided = game.events[event]!.voided;
    flip(game, event, isLifting ? 'restore' : 'void', former ?? '');
    return { event, former: voided };
  });
  const back = turn(
    game,
    turns.map(([player, before, after]) => [player, after, before]),
  );
  if (done.length + back.length === 0) return 409;
  keep(game, { act: isLifting ? 'lift-ban' : 'ban-player', turns: back, at: game.now, revised: done });
  return 200;
}

export function rename(game: PlainGame, player: number, username: string): Status {
  if (game.players.some((other, i) => i !== player && other.username === username)) return 409;
  const { username: before } = game.players[player]!;
  game.players[player]!.username = username;
  keep(game, { act: 'rename-player', player, before, after: username });
  return 200;
}

/** Counts a player's points for another player, in every period that is not final; none are lost or counted twice. */
export function merge(game: PlainGame, from: number, into: number): Status {
  look(game);
  if (from === into) return 409;
  const moved = game.events.flatMap(({ player, voided }, i) => (player === from && voided === null ? [i] : []));
  if (moved.length === 0) return 200;
  const pairs = moved.map((number): Pair => {
    const counts = [...flip(game, number, 'void', MERGED)!];
    const { sentAs, points, at, receivedAt } = game.events[number]!;
    const copy = {
      id: null,
      sentAs,
      player: into,
      points,
      at,
      receivedAt,
      took: counts,
      counts,
      voided: null,
      voidedAt: null,
      copyOf: number,
    };
    return [number, game.events.push(copy) - 1];
  });
  keep(game, { act: 'merge-players', pairs });
  return 200;
}

export function reopen(game: PlainGame, span: Span): Status {
  const { kind, start } = span;
  if (latestClosed(game, kind) !== start || game.import !== null) return 409;
  if (reopened(game).some((other) => other.kind === kind && other.start > start)) return 409;
  delete game.closed[textOf(span)];
  game.reopened[textOf(span)] = game.now;
  keep(game, { act: 'reopen-period', span });
  return 200;
}

export function beginImport(game: PlainGame): Status {
  if (game.import !== null) {
    if (game.import.seenAt + SIGN_OF_LIFE_MS <= game.now) game.import.seenAt = game.now;
    return 200;
  }
  look(game);
  if (reopened(game).length > 0) return 409;
  game.import = { startedAt: game.now, seenAt: game.now };
  keep(game, { act: 'begin-import' });
  return 201;
}

export function endImport(game: PlainGame): Status {
  if (game.import === null) return 404;
  game.import = null;
  keep(game, { act: 'end-import' });
  return 200;
}

/** Undoes an action, by its index in `acts`. */
export function undo(game: PlainGame, number: number): Status {
  const act = game.acts[number]!;
  const { length } = game.acts;
  if (act.isUndone) return 409;
  const status = opposite(game, number);
  // The closing may have added actions first.
  if (status < 300) act.isUndone = game.acts.length > length;
  return status;
}

function opposite(game: PlainGame, number: number): Status {
  const act = game.acts[number]!;
  switch (act.act) {
    case 'hide-player':
    case 'remove-player':
    case 'show-player':
      if (JSON.stringify(game.players[act.player]!.visibility) !== JSON.stringify(act.after)) return 409;
      return setVisibility(game, act.player, act.before);
    case 'hide-players':
    case 'remove-players':
    case 'show-players':
      return turnMany(
        game,
        act.turns.map(([player, before, after]) => [player, after, before]),
      );
    case 'ban-player':
    case 'lift-ban':
      return banBack(game, act);
    case 'rename-player':
      return game.players[act.player]!.username === act.after ? rename(game, act.player, act.before) : 409;
    case 'void-event':
      if (game.events[act.event]!.voided !== act.reason) return 409;
      return revise(game, act.event, 'restore', 'Voiding it was undone.');
    case 'restore-event': {
      if (game.events[act.event]!.voided !== null) return 409;
      const former = game.acts.slice(0, number).findLast((other) => other.act === 'void-event' && other.event === act.event);
      return revise(game, act.event, 'void', former?.act === 'void-event' ? former.reason : 'Restoring it was undone.');
    }
    case 'void-events': {
      const left = act.revised.filter(({ event }) => game.events[event]!.voidedAt === act.at);
      return reviseMany(
        game,
        left.map(({ event }) => event),
        'restore',
        'Voiding it was undone.',
      );
    }
    case 'restore-events': {
      const left = act.revised.filter(({ event }) => game.events[event]!.voided === null);
      const reasons = left.map(({ former }) => former ?? 'Restoring it was undone.');
      return reviseMany(
        game,
        left.map(({ event }) => event),
        'void',
        reasons,
      );
    }
    case 'merge-players':
      return split(game, act.pairs);
    case 'split-players':
      return 409;
    case 'close-period':
      return latestClosed(game, act.span.kind) === act.span.start ? reopen(game, act.span) : 409;
    case 'reopen-period': {
      const isOpen = reopened(game).some((span) => textOf(span) === textOf(act.span));
      if (!isOpen || game.now < act.span.end || isHeld(game, act.span)) return 409;
      close(game, act.span);
      return 200;
    }
    case 'begin-import':
    case 'end-import':
    case 'give-up-import':
      throw new Error(`${act.act} is not taken back here`);
  }
}

/** Each moved event counts again in the periods that its copy counts for, unless results are final. */
function split(game: PlainGame, pairs: readonly Pair[]): Status {
  if (pairs.some(([original, copy]) => game.events[original]!.voided !== MERGED || game.events[copy]!.voided !== null)) return 409;
  look(game);
  for (const [original, copy] of pairs) flip(game, original, 'restore', SPLIT, flip(game, copy, 'void', SPLIT));
  keep(game, { act: 'split-players' });
  return 200;
}
