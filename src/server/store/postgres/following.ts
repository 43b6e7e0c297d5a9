import { exactScore, type Score } from '../../../domain/scoring.ts';
import { isErasedId } from '../erased-player.ts';
import type { NewChange } from '../followers.ts';
import { type HeldBoard, periodOf } from '../held/boards.ts';
import { hasBit, scoreFrom, type ScoreRow } from '../held/columns.ts';
import { followedBy, type PutBack } from '../held/following.ts';
import type { FoldedEvent } from '../held/loading.ts';
import type { LoggedChange, NewPeriod } from '../held/logged-change.ts';
import { type PlayerFold, State } from '../held/state.ts';
import { StorageFailure } from '../points-store.ts';
import { COPY_DIGEST } from '../rules/entry.ts';
import { DEFAULT_AVATAR, earliestOf } from '../stored-values.ts';
import type { Queryable, Planned } from './database/connections.ts';

/** The state of a process that follows a database's log. */
export class Memory extends State {
  /** The entry at the position: an event's id, or a change's detail. Used to detect a database that went back. */
  last: string | undefined;
}

/** An event in the form that all processes fold. A copy counts for nothing: its totals come with the change that ends its commit. */
export interface LoggedEvent extends FoldedEvent {
  readonly id: string;
  readonly receivedAt: number;
  /** The names that the event gave its player. */
  readonly naming: Naming | undefined;
}

/** For a new player, everything that is not the default; for a known one, everything that changed. */
export interface Naming {
  readonly username?: string;
  readonly displayName?: string;
  readonly avatar?: string;
}

/** Log entries per query. */
const READ_AT_ONCE = 5000;

/** Most events published as one change: small commits of other processes are combined. */
const MOST_EVENTS_PER_CHANGE = 1000;

/** A stretch of the log: all events and other changes up to `reached`, each in order. */
export interface LogStretch {
  readonly events: readonly LoggedEvent[];
  readonly changes: readonly { readonly position: number; readonly change: LoggedChange }[];
  /** Periods that the events create, by number. */
  readonly periods: readonly NewPeriod[];
  readonly reached: number;
  /** The position of the database. */
  readonly position: number;
  /** The entry just before the stretch, as returned by {@link entryAt}. */
  readonly before: string | undefined;
}

/** The log after position $1 and the periods after number $2 in one row: the client parses JSON ten times as fast as rows. */
const LOG: Planned = {
  name: 'log',
  text: `
    WITH found AS MATERIALIZED (
      SELECT seq, board, id, player, points, at, received_at, CASE digest WHEN '${COPY_DIGEST}' THEN 0 ELSE counted END AS counted, naming
      FROM events WHERE seq > $1 ORDER BY seq LIMIT ${READ_AT_ONCE}
    ),
    stretch AS MATERIALIZED (
      SELECT position, CASE WHEN (SELECT count(*) FROM found) < ${READ_AT_ONCE} THEN position ELSE (SELECT max(seq) FROM found) END AS reached
      FROM laurels
    )
    SELECT position, reached,
      (SELECT id FROM events WHERE seq = $1 UNION ALL SELECT detail FROM changes WHERE position = $1) AS before,
      (SELECT json_build_object('seq', array_agg(seq), 'board', array_agg(board), 'id', array_agg(id), 'player', array_agg(player),
        'points', array_agg(points), 'at', array_agg(at), 'receivedAt', array_agg(received_at), 'counted', array_agg(counted),
        'naming', array_agg(naming)) FROM found) AS events,
      (SELECT json_agg(json_build_array(position, kind, detail) ORDER BY position) FROM changes
        WHERE position > $1 AND position <= reached) AS changes,
      (SELECT json_agg(json_build_array(number, board, kind, start, "end", since) ORDER BY number) FROM periods
        WHERE number > $2 AND since <= reached) AS periods
    FROM stretch`,
};

interface LogRow {
  readonly position: number;
  readonly reached: number;
  readonly before: string | null;
  /** In log order; `null` if empty. */
  readonly events: {
    readonly [Column in keyof LoggedEvent]: readonly (Column extends 'naming' ? string | null : LoggedEvent[Column])[] | null;
  };
  readonly changes: readonly (readonly [position: number, kind: LoggedChange['kind'], detail: string])[] | null;
  readonly periods: readonly NewPeriod[] | null;
}

/** The log after a position, or its first few thousand events, and the periods after a number. */
export async function logAfter(
  db: Queryable,
  { position, newestPeriod }: Pick<Memory, 'position' | 'newestPeriod'>,
  limitMs?: number,
): Promise<LogStretch> {
  const [row] = await db.rows<LogRow>(LOG, [position, newestPeriod], limitMs);
  const { events, changes, periods, ...where } = row!;
  return {
    ...where,
    before: where.before ?? undefined,
    events: eventsFrom(events),
    changes: (changes ?? []).map(([at, kind, detail]) => ({ position: at, change: { kind, ...JSON.parse(detail) } as LoggedChange })),
    periods: periods ?? [],
  };
}

function eventsFrom({ seq, board, id, player, points, at, receivedAt, counted, naming }: LogRow['events']): LoggedEvent[] {
  return (seq ?? []).map((number, i) => ({
    seq: number,
    board: board![i]!,
    id: id![i]!,
    player: player![i]!,
    points: points![i]!,
    at: at![i]!,
    receivedAt: receivedAt![i]!,
    counted: counted![i]!,
    naming: typeof naming![i] === 'string' ? (JSON.parse(naming![i]) as Naming) : undefined,
  }));
}

/** The final total of every player in a closed period. */
export async function finalTotals(db: Queryable, period: number): Promise<readonly PutBack[]> {
  const rows = await db.rows<ScoreRow & { readonly player: number }>(
    'SELECT player, points, reached_at, moved_at FROM final_standings WHERE period = $1',
    [period],
  );
  return rows.map((row): { readonly player: number; readonly total: Score } => ({ player: row.player, total: scoreFrom(row) }));
}

/** Brings memory up to date, starting with the log stretch `first`, and publishes each change. @throws {DatabaseWentBack} */
export async function follow(db: Queryable, memory: Memory, first: LogStretch, publish: (change: NewChange) => void): Promise<void> {
  for (let stretch = first; ; stretch = await logAfter(db, memory)) {
    const isSame = memory.last === undefined || stretch.before === memory.last || isOfErased(stretch.before);
    if (stretch.position < memory.position || !isSame) throw new DatabaseWentBack();
    for (const step of stepsOf(stretch)) {
      if ('events' in step) {
        // Not earlier, since a previous step may have created their board.
        const upTo = step.events.at(-1)!.seq;
        memory.addPeriods(stretch.periods.filter(([number, , , , , since]) => number > memory.newestPeriod && since <= upTo));
        publish(followEvents(memory, step.events));
        continue;
      }
      const { position, change } = step;
      const putBack = change.kind === 'reopened' && change.closed ? await finalTotals(db, change.period) : [];
      const published = followChange(memory, position, change, putBack);
      if (published !== undefined) publish(published);
    }
    memory.position = stretch.reached;
    if (stretch.reached === stretch.position) return;
  }
}

/** Folds events of one board, and returns the change to publish. */
export function followEvents(memory: Memory, events: readonly LoggedEvent[]): NewChange {
  const [first] = events;
  const board = memory.boardNumbered(first!.board);
  const folds = new Map<number, PlayerFold & { readonly totals: Map<number, { readonly before: Score | undefined; now: Score }> }>();
  for (const event of events) {
    const { player, seq } = event;
    name(memory, event);
    const totals = folds.get(player)?.totals ?? new Map();
    folds.set(player, { player: { number: player }, totals, latestEvent: seq });
    for (const [bit, span] of board.spans.containing(event.at).entries()) {
      if (!hasBit(event.counted, bit)) continue;
      const period = periodOf(board, span)!;
      const before = memory.scoreOf(period, player);
      const total = totals.get(period.number);
      const now = foldedInto(board, total?.now ?? before, event);
      totals.set(period.number, { before, now });
    }
  }
  memory.last = events.at(-1)!.id;
  return memory.fold(board, { events: events.length, earliest: earliestOf(events), since: first!.seq, folds: folds.values() });
}

function name({ players }: Memory, { player: number, naming, receivedAt }: LoggedEvent): void {
  if (naming === undefined) return;
  if (number > players.count) {
    const { username = '', displayName = username, avatar = DEFAULT_AVATAR } = naming;
    players.add({ number, username, displayName, avatar }, players.nextKnownSince(receivedAt));
  } else players.rename({ ...players.numbered(number), ...naming });
}

function foldedInto({ settings }: HeldBoard, before: Score | undefined, event: LoggedEvent): Score {
  const after = exactScore(settings.scoring, settings.direction, before, event);
  if (after === undefined) throw new Error(`Event ${event.id} cannot have been counted: the total would not be exact`);
  return after;
}

/** Applies any other change, and returns the change to publish. `putBack`: the final totals of a closed period being reopened. */
export function followChange(memory: Memory, position: number, change: LoggedChange, putBack: Iterable<PutBack>): NewChange | undefined {
  memory.last = detailOf(change);
  return followedBy(memory, position, change, putBack);
}

/** The text of `changes.detail`. */
export function detailOf(change: LoggedChange): string {
  return JSON.stringify({ ...change, kind: undefined });
}

/** Yields a stretch of the log in order, grouping consecutive events of one board. */
export function* stepsOf({
  events,
  changes,
}: Pick<LogStretch, 'events' | 'changes'>): Iterable<{ readonly events: readonly LoggedEvent[] } | LogStretch['changes'][number]> {
  let next = 0;
  function* eventsBefore(position: number) {
    while (next < events.length && events[next]!.seq < position) {
      const first = next;
      const isWithFirst = ({ board, seq }: LoggedEvent) => board === events[first]!.board && seq < position;
      while (next < events.length && next - first < MOST_EVENTS_PER_CHANGE && isWithFirst(events[next]!)) next += 1;
      yield { events: events.slice(first, next) };
    }
  }
  for (const change of changes) {
    yield* eventsBefore(change.position);
    yield change;
  }
  yield* eventsBefore(Infinity);
}

/** The entry at a log position: an event's id, or a change's detail; `undefined` if there is none. */
export async function entryAt(db: Queryable, position: number): Promise<string | undefined> {
  const [found] = await db.columns<readonly [text: string]>(
    'SELECT id FROM events WHERE seq = $1 UNION ALL SELECT detail FROM changes WHERE position = $1',
    [position],
  );
  return found?.[0];
}

/** Whether an erasure rewrote the entry. */
function isOfErased(entry: string | undefined): boolean {
  return entry !== undefined && (isErasedId(entry) || entry.startsWith(ERASED_DETAIL));
}

/** @throws {DatabaseWentBack} if the database is not at the position of memory. */
export async function expectSameLog(db: Queryable, { position, last }: Memory): Promise<void> {
  if (last === undefined) return;
  const found = await entryAt(db, position);
  if (found !== last && !isOfErased(found)) throw new DatabaseWentBack();
}

/** Prefix of a change's detail that an erasure rewrote. */
export const ERASED_DETAIL = '{"erased":true,';

/** Thrown if the database lacks changes that this process has seen: it was restored from a backup, or an outdated replica took over. */
export class DatabaseWentBack extends StorageFailure {
  constructor() {
    super('The database lost data that this server has already read. Restart the server to load it again.', 'missing');
  }
}
