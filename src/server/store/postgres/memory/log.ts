import type { NewChange } from '../../followers.ts';
import type { Score } from '../../../../domain/scoring.ts';
import { scoreFrom, type ScoreRow } from '../../held/columns.ts';
import { StorageFailure } from '../../points-store.ts';
import type { Asking } from '../database/connections.ts';
import type { LoggedChange, LoggedEvent, Memory, Naming, NewPeriod, PutBack } from './memory.ts';

/** Entries of the log that are read at once. */
const READ_AT_ONCE = 5000;

/** Events that are told as one change at most: what others committed one by one is followed in larger steps. */
const TOLD_AT_ONCE = 1000;

type EventColumns = readonly [
  seq: number,
  board: number,
  id: string,
  player: number,
  points: number,
  at: number,
  receivedAt: number,
  counted: number,
  naming: string | null,
];

type ChangeColumns = readonly [position: number, kind: LoggedChange['kind'], detail: string];

/** A stretch of the log: events and other changes, each in order. All up to `reached` are among them. */
export interface LogStretch {
  readonly events: readonly LoggedEvent[];
  readonly changes: readonly { readonly position: number; readonly change: LoggedChange }[];
  readonly reached: number;
}

/** The log after a position, up to another one that is known to be there, or less. */
export async function logBetween(asking: Asking, after: number, upTo: number): Promise<LogStretch> {
  const events = await asking.columns<EventColumns>(
    `SELECT seq, board, id, player, points, at, received_at, counted, naming
     FROM events WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT ${READ_AT_ONCE}`,
    [after, upTo],
  );
  const reached = events.length < READ_AT_ONCE ? upTo : events.at(-1)![0];
  const changes = await asking.columns<ChangeColumns>(
    'SELECT position, kind, detail FROM changes WHERE position > $1 AND position <= $2 ORDER BY position',
    [after, reached],
  );
  return {
    events: events.map(eventFrom),
    changes: changes.map(([position, kind, detail]) => ({ position, change: { kind, ...JSON.parse(detail) } as LoggedChange })),
    reached,
  };
}

function eventFrom([seq, board, id, player, points, at, receivedAt, counted, naming]: EventColumns): LoggedEvent {
  return { seq, board, id, player, points, at, receivedAt, counted, naming: naming === null ? undefined : (JSON.parse(naming) as Naming) };
}

/** Periods that came after one, by number, up to a position. */
function periodsAfter(asking: Asking, number: number, upTo: number): Promise<readonly NewPeriod[]> {
  return asking.columns<NewPeriod>(
    'SELECT number, board, kind, start, "end", since FROM periods WHERE number > $1 AND since <= $2 ORDER BY number',
    [number, upTo],
  );
}

/** What every player of a closed period was ranked with. */
export async function finalTotals(asking: Asking, period: number): Promise<readonly PutBack[]> {
  const rows = await asking.rows<ScoreRow & { readonly player: number }>(
    'SELECT player, points, reached_at, moved_at FROM final_standings WHERE period = $1',
    [period],
  );
  return rows.map((row): { readonly player: number; readonly total: Score } => ({ player: row.player, total: scoreFrom(row) }));
}

/**
 * Brings memory to a position that the database is known to have, telling each change.
 * @throws {DatabaseWentBack} if the database is not where memory was.
 */
export async function follow(asking: Asking, memory: Memory, upTo: number, tell: (change: NewChange) => void): Promise<void> {
  if (upTo < memory.position) throw new DatabaseWentBack();
  if (upTo === memory.position) return;
  await expectSameLog(asking, memory);
  while (memory.position < upTo) {
    const stretch = await logBetween(asking, memory.position, upTo);
    const periods = await periodsAfter(asking, memory.newestPeriod, stretch.reached);
    for (const step of stepsOf(stretch)) {
      if ('events' in step) {
        // Not before: their board may be one that was made just now.
        memory.addPeriods(periods.filter(([number, , , , , since]) => number > memory.newestPeriod && since <= step.events.at(-1)!.seq));
        tell(memory.record(memory.boardNumbered(step.events[0]!.board), step.events));
        continue;
      }
      const { position, change } = step;
      const putBack = change.kind === 'reopened' && change.closed ? await finalTotals(asking, change.period) : [];
      const told = memory.change(position, change, putBack);
      if (told !== undefined) tell(told);
    }
    memory.position = stretch.reached;
  }
}

/** A stretch of the log in its order: events of one board together, as long as nothing else comes between them. */
export function* stepsOf({
  events,
  changes,
}: LogStretch): Iterable<{ readonly events: readonly LoggedEvent[] } | LogStretch['changes'][number]> {
  let next = 0;
  function* eventsBefore(position: number) {
    while (next < events.length && events[next]!.seq < position) {
      const first = next;
      const isWithFirst = ({ board, seq }: LoggedEvent) => board === events[first]!.board && seq < position;
      while (next < events.length && next - first < TOLD_AT_ONCE && isWithFirst(events[next]!)) next += 1;
      yield { events: events.slice(first, next) };
    }
  }
  for (const change of changes) {
    yield* eventsBefore(change.position);
    yield change;
  }
  yield* eventsBefore(Infinity);
}

/** What the log has at a position: the id of an event, or the detail of a change; `undefined` if it is not there. */
export async function entryAt(asking: Asking, position: number): Promise<string | undefined> {
  const [found] = await asking.columns<readonly [text: string]>(
    'SELECT id FROM events WHERE seq = $1 UNION ALL SELECT detail FROM changes WHERE position = $1',
    [position],
  );
  return found?.[0];
}

/** @throws {DatabaseWentBack} if the database is not where memory was. */
export async function expectSameLog(asking: Asking, { position, last }: Memory): Promise<void> {
  if (last !== undefined && (await entryAt(asking, position)) !== last) throw new DatabaseWentBack();
}

/** The database lacks what this process has seen in it: it was restored from a backup, or a copy took over that was behind. */
export class DatabaseWentBack extends StorageFailure {
  constructor() {
    super('The database lacks what was stored in it before. Start the server again, so that it reads everything anew.', 'missing');
  }
}
