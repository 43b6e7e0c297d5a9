import type { DatabaseSync } from 'node:sqlite';

import { periodContaining, type Calendar, type PeriodKind, type Weekday } from '../../../../domain/calendar.ts';
import { usernameKey } from '../../../../domain/names/username-key.ts';
import { type Direction, score, type Score, type ScoringRule } from '../../../../domain/scoring.ts';
import { SpanCache } from '../../../../domain/span-cache.ts';
import { CHANGES, documentKey, TALLIED, type ChangeTally } from '../rows/change-tally.ts';
import { CHECKED_COLUMNS, checksumOf, closedChecksum } from '../rows/checksum.ts';
import { type EventRow, type PeriodRow, type ScoreRow, timeFromColumn, timeToColumn } from '../rows/columns.ts';
import { inPlayers } from '../rows/in-players.ts';
import { namelessFold } from '../rows/nameless-fold.ts';
import { type Prepare, preparing } from '../rows/query.ts';
import { archivedChecksum } from '../rows/refolded-finals.ts';

/** The version that is read here. */
export const EARLIER_VERSION = 3;

/** Every table of it. */
export const EARLIER_TABLES = [
  'meta',
  'boards',
  'players',
  'events',
  'periods',
  'standings',
  'final_standings',
  'closings',
  'activity_days',
  'ledger_blocks',
];

/** Under this document that version kept how many of a closed period were not shown. */
const UNSHOWN = 'unshown in ';

interface BoardRow {
  readonly number: number;
  readonly name: string;
  readonly scoring: ScoringRule;
  readonly direction: Direction;
  readonly time_zone: string;
  readonly week_start: Weekday;
}

type EarlierPeriod = Omit<PeriodRow, 'unshown' | 'checksum'>;
type LedgerRow = Pick<EventRow, 'seq' | 'player' | 'points' | 'at' | 'counted'>;
type FinalRow = ScoreRow & { readonly rank: number };

/**
 * Fills an empty database, inside a transaction, with what one of {@link EARLIER_VERSION} has: see
 * docs/decisions/0023-upgrades.md. Blocks of the ledger are not copied: they are made anew in the background.
 * @throws {Error} if the database contradicts itself.
 */
export function copyEarlier(database: DatabaseSync, earlier: string): void {
  database.prepare('ATTACH ? AS earlier').run(earlier);
  database.function('checksum_of', { varargs: true }, (...columns) => checksumOf(columns as (string | number | null)[]));
  database.function('username_key', (name) => usernameKey(name as string));
  database.function('nameless_fold', (number) => namelessFold(number as number));
  const prepare = preparing(database);
  copyRows(database);
  const boards = prepare<BoardRow>('SELECT number, name, scoring, direction, time_zone, week_start FROM boards ORDER BY number').all();
  const addTotals = totalsWriter(prepare);
  for (const board of boards) foldAnew(prepare, board, addTotals);
  closeClosed(prepare, boards);
  const tally = prepare<Omit<ChangeTally, 'changes'>>(TALLIED).get()!;
  const changes = JSON.stringify({ changes: tally.boards + tally.documents, ...tally } satisfies ChangeTally);
  prepare<never, [key: string, value: string, checksum: number]>('INSERT INTO meta (key, value, checksum) VALUES (?, ?, ?)').run(
    CHANGES,
    changes,
    checksumOf([CHANGES, changes]),
  );
}

/** What stays as it is. Periods are closed later: their final ranks are then kept for ever. */
function copyRows(database: DatabaseSync): void {
  database.exec(`
    ${checked('meta', `FROM earlier.meta WHERE key NOT GLOB '${documentKey(UNSHOWN)}*'`)};
    ${checked('boards', 'FROM earlier.boards ORDER BY number')};
    ${checked(
      'players',
      `FROM (
        SELECT number, username, display_name, avatar, searched, known_since,
          iif(row_number() OVER (PARTITION BY username_key(username) ORDER BY number) = 1, username_key(username), nameless_fold(number)) AS fold
        FROM earlier.players
      ) ORDER BY number`,
    )};
    ${checked('events', 'FROM earlier.events ORDER BY seq')};
    INSERT INTO periods (number, board, kind, start, "end", standings)
      SELECT number, board, kind, start, "end", standings FROM earlier.periods ORDER BY number;
    INSERT INTO final_standings (period, rank, player, points, reached_at, moved_at)
      SELECT period, rank, player, points, reached_at, reached_at FROM earlier.final_standings
      WHERE period IN (SELECT number FROM earlier.periods WHERE closed_at IS NOT NULL) ORDER BY period, rank;
    INSERT INTO closings (period)
      SELECT period FROM earlier.closings JOIN earlier.periods ON number = period WHERE closed_at IS NULL;
    INSERT INTO activity_days (board, day, activity, events, points_high, points_low)
      SELECT board, day, activity, events, points_high, points_low FROM earlier.activity_days ORDER BY board, day, activity;
  `);
}

function checked(table: 'meta' | 'boards' | 'players' | 'events', from: string): string {
  const columns = CHECKED_COLUMNS[table].join(', ');
  return `INSERT INTO ${table} (${columns}, checksum) SELECT ${columns}, checksum_of(${columns}) ${from}`;
}

/** A period of the earlier database, as the ledger is folded into it. */
interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: PeriodKind;
  readonly row: EarlierPeriod | undefined;
}

type AddTotals = ReturnType<typeof totalsWriter>;

/** Folds a board's ledger by today's rules, player by player. */
function foldAnew(prepare: Prepare, board: BoardRow, addTotals: AddTotals): void {
  const { scoring, direction } = board;
  const calendar: Calendar = { timeZone: board.time_zone, weekStart: board.week_start };
  const periods = new Map(
    prepare<EarlierPeriod, [board: number]>('SELECT * FROM earlier.periods WHERE board = ?')
      .all(board.number)
      .map((row) => [`${row.kind} ${timeFromColumn(row.start)}`, row]),
  );
  const spans = new SpanCache((kind, at): Span => {
    const { start, end } = periodContaining(kind, at, calendar);
    return { kind, start, end, row: periods.get(`${kind} ${start}`) };
  });
  const ledger = prepare<LedgerRow, [board: number]>(
    'SELECT seq, player, points, at, counted FROM events WHERE board = ? ORDER BY player, seq',
  );
  for (const { player, rows } of inPlayers(ledger.iterate(board.number))) {
    const totals = new Map<EarlierPeriod, Score>();
    for (const event of rows) {
      for (const [bit, { kind, row }] of spans.containing(event.at).entries()) {
        if ((event.counted & (1 << bit)) === 0) continue;
        if (row === undefined) throw new Error(`event ${event.seq} counts for a ${kind} period that is missing`);
        totals.set(row, score(scoring, direction, totals.get(row), event));
      }
    }
    addTotals(board.number, player, totals, rows.at(-1)!.seq);
  }
}

/** Writes what a player's events make: totals of open periods, and of closed ones what differs from what was archived. */
function totalsWriter(prepare: Prepare) {
  const add = prepare<never, [...number[], latestEvent: number | null]>(
    'INSERT INTO standings (board, player, period, points, reached_at, moved_at, latest_event) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const finalOf = prepare<FinalRow, [period: number, player: number]>(
    'SELECT rank, points, reached_at, moved_at FROM final_standings WHERE period = ? AND player = ?',
  );
  const moved = prepare<never, [movedAt: number, period: number, rank: number]>(
    'UPDATE final_standings SET moved_at = ? WHERE period = ? AND rank = ?',
  );
  const addRefolded = prepare<never, number[]>(
    'INSERT INTO refolded_finals (period, player, points, reached_at, checksum) VALUES (?, ?, ?, ?, ?)',
  );

  return (board: number, player: number, totals: ReadonlyMap<EarlierPeriod, Score>, latestEvent: number) => {
    for (const [{ number: period, kind, closed_at: closedAt }, { points, reachedAt, movedAt }] of totals) {
      const moment = timeToColumn(movedAt);
      if (closedAt === null) {
        add.run(board, player, period, points, reachedAt, moment, kind === 'all-time' ? latestEvent : null);
        continue;
      }
      const final = finalOf.get(period, player);
      if (final === undefined) throw new Error(`player ${player} has no final rank in period ${period}`);
      if (final.moved_at !== moment) moved.run(moment, period, final.rank);
      if (final.points !== points || final.reached_at !== reachedAt)
        addRefolded.run(period, player, points, reachedAt, archivedChecksum(period, player, final.points, final.reached_at));
    }
  };
}

/** Closes what is closed, with how many were not shown, which was a document. */
function closeClosed(prepare: Prepare, boards: readonly BoardRow[]): void {
  const names = new Map(boards.map(({ number, name }) => [number, name]));
  const document = prepare<{ readonly value: string }, [key: string]>('SELECT value FROM earlier.meta WHERE key = ?');
  const orderOf = prepare<{ readonly player: number }, [period: number]>(
    'SELECT player FROM final_standings WHERE period = ? ORDER BY rank',
  );
  const close = prepare<never, [closedAt: number, unshown: number, checksum: number, period: number]>(
    'UPDATE periods SET closed_at = ?, unshown = ?, checksum = ? WHERE number = ?',
  );
  for (const row of prepare<EarlierPeriod>('SELECT * FROM earlier.periods WHERE closed_at IS NOT NULL ORDER BY number').all()) {
    const name = `${names.get(row.board)} ${row.kind} ${timeFromColumn(row.start)}`;
    const unshown = Number(document.get(documentKey(UNSHOWN + name))?.value ?? 0);
    const order = orderOf.all(row.number).map(({ player }) => player);
    close.run(row.closed_at!, unshown, closedChecksum(row, row.closed_at!, unshown, order), row.number);
  }
}
