import { csvLine, spreadsheetLine } from '../../../contract/files/csv.ts';
import { COLUMNS } from '../../../contract/files/points-rows.ts';
import { jsonIn } from '../../../contract/read-text.ts';
import { ENDING_KINDS, type EndingKind } from '../../../domain/calendar.ts';
import { dayOf } from '../../answers/parts/board-days.ts';
import { type BoardRow, IS_VOIDED, settingsFrom } from '../../store/held/columns.ts';
import type { Queryable } from '../../store/held/queryable.ts';
import { type KeptRow, type KeptSource, rowsAfter } from '../../store/kept-rows.ts';
import { type BoardSettings, DEFAULT_AVATAR } from '../../store/stored-values.ts';

/** A file of an archive, in batches of lines, each with its line break. */
export interface LinesFile {
  readonly name: string;
  readonly lines: AsyncIterable<readonly string[]> | Iterable<readonly string[]>;
}

/** Rows per query. */
const AT_ONCE = 5000;

/** The files for people and other programs: each board's events and final results, and the settings. */
export async function* readableFiles(source: KeptSource, db: Queryable): AsyncGenerator<LinesFile> {
  const boards = await db.rows<BoardRow>("SELECT * FROM boards WHERE state <> 'removed' ORDER BY number");
  for (const row of boards) {
    const board = settingsFrom(row);
    yield { name: `events/${board.name}.csv`, lines: eventLines(db, row.number) };
    for (const kind of ENDING_KINDS) yield { name: `finals/${board.name}-${kind}.csv`, lines: finalLines(db, row.number, board, kind) };
  }
  const documents = new Map<string, string>();
  for await (const rows of source.rows('documents', undefined))
    for (const [name, text] of rows as readonly (readonly [string, string])[]) documents.set(name, text);
  const documentOf = (name: string) => jsonIn(documents.get(name) ?? 'null');
  const [limits, reviews, groups, hidden] = ['limits', 'reviews', 'board groups', 'private boards'].map(documentOf);
  yield jsonFile('boards.json', { boards: boards.map(settingsFrom), limits, reviews, groups, private: hidden });
  yield jsonFile('catalogue.json', documentOf('catalogue') ?? {});
  yield jsonFile('appearance.json', documentOf('appearance') ?? {});
}

function jsonFile(name: string, value: unknown): LinesFile {
  return { name, lines: [[`${JSON.stringify(value, null, 2)}\n`]] };
}

const EVENTS = `
  SELECT events.seq, id, events.at, username, display_name, points, activity, avatar, authors.author
  FROM events JOIN players ON players.number = events.player LEFT JOIN authors ON authors.number = events.author
  WHERE events.board = $1 AND events.seq > $2 AND NOT ${IS_VOIDED} ORDER BY events.seq LIMIT ${AT_ONCE}`;

type EventColumns = readonly [
  seq: number,
  id: string,
  at: number,
  username: string,
  displayName: string,
  points: number,
  activity: string,
  avatar: string,
  author: string | null,
];

/** As in `laurels export events`, in the order in which they were recorded. */
async function* eventLines(db: Queryable, board: number): AsyncGenerator<readonly string[]> {
  yield [csvLine(COLUMNS)];
  for await (const rows of rowsAfter((last) => db.columns<EventColumns>(EVENTS, [board, last?.[0] ?? 0]), undefined))
    yield (rows as readonly EventColumns[]).map(([, id, at, username, name, points, activity, avatar, author]) => {
      const time = new Date(at).toISOString();
      const shown = avatar === DEFAULT_AVATAR ? '' : avatar;
      return csvLine([id.trimStart(), time, username.trimStart(), name, points, activity, shown, author ?? '']);
    });
}

const FINALS = `
  SELECT periods.start, rank, points, reached_at, username, display_name
  FROM periods JOIN final_standings ON period = periods.number JOIN players ON players.number = player
  WHERE board = $1 AND kind = $2 AND closed_at IS NOT NULL AND (periods.start, rank) > ($3, $4)
  ORDER BY periods.start, rank LIMIT ${AT_ONCE}`;

type FinalColumns = readonly [start: number, rank: number, points: number, reachedAt: number, username: string, displayName: string];

/** As in `laurels export finals`, oldest first. */
async function* finalLines(db: Queryable, board: number, { calendar }: BoardSettings, kind: EndingKind): AsyncGenerator<readonly string[]> {
  yield [csvLine(['period', 'rank', 'points', 'reached_at', 'username', 'display_name'])];
  const some = (last: KeptRow | undefined) =>
    db.columns<FinalColumns>(FINALS, [board, kind, last?.[0] ?? Number.MIN_SAFE_INTEGER, last?.[1] ?? 0]);
  for await (const rows of rowsAfter(some, undefined))
    yield (rows as readonly FinalColumns[]).map(([start, rank, points, reached, username, name]) =>
      spreadsheetLine([dayOf(start, calendar), rank, points, new Date(reached).toISOString(), username.trimStart(), name]),
    );
}
