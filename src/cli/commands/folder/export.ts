import type { AnswerTo } from '../../../contract/api.ts';
import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { ApiRankings } from '../../../contract/game-answers.ts';
import { actorText } from '../../../contract/operation/audit.ts';
import { MOST_WINNERS } from '../../../contract/page-endpoints.ts';
import { ENDING_KINDS, type EndingKind, PERIOD_KINDS, type PeriodKind } from '../../../domain/calendar.ts';
import { DEFAULT_AVATAR } from '../../../server/store/stored-values.ts';
import { type Command, commandsOf, oneOf, type Operation, parsed, TEXT } from '../../asking/command.ts';
import { exportArchive } from './everything.ts';
import { csvLine, spreadsheetLine } from '../../../contract/files/csv.ts';
import { fieldOf } from '../../../contract/files/points-rows.ts';
import { type LiveData, pagesOf } from '../../asking/live-data.ts';
import { countOf } from '../../words/count-of.ts';

const PAGE = 1000;

const FORMATS = ['csv', 'jsonl'] as const;

type Row = Readonly<Record<string, string | number>>;

const OPTIONS = { board: TEXT, format: TEXT };

/** Streams, so that large exports need little memory. */
export const exported: Command = commandsOf({
  everything: exportArchive,
  events: (args, operation) => written(operation, parsed(args, [], OPTIONS).values, eventRows),
  standings(args, operation) {
    const { values, named } = parsed(args, ['KIND'], { ...OPTIONS, at: TEXT });
    const period = oneOf(PERIOD_KINDS, named[0], 'KIND');
    return written(operation, values, (data, board) => standingRows(data, board, period, values.at), spreadsheetLine);
  },
  finals(args, operation) {
    const { values, named } = parsed(args, ['KIND'], OPTIONS);
    const period = oneOf(ENDING_KINDS, named[0], 'KIND');
    return written(operation, values, (data, board) => finalRows(data, board, period), spreadsheetLine);
  },
});

async function written(
  operation: Operation,
  { board = DEFAULT_BOARD, format = 'csv' }: { readonly board?: string; readonly format?: string },
  rowsOf: (data: LiveData, board: string, operation: Operation) => AsyncIterable<Row>,
  lineOf = csvLine,
): Promise<void> {
  const isCsv = oneOf(FORMATS, format, '--format') === 'csv';
  let isFirst = true;
  for await (const row of rowsOf(await operation.data(), board, operation)) {
    if (isCsv && isFirst) operation.stdout.write(csvLine(Object.keys(row)));
    isFirst = false;
    operation.stdout.write(isCsv ? lineOf(Object.values(row)) : `${JSON.stringify(inJson(row))}\n`);
  }
  if (isFirst) operation.stderr.write('Nothing to export.\n');
}

/** All events that are not voided, grouped by player, oldest first. */
async function* eventRows({ ask }: LiveData, board: string, { stderr }: Operation): AsyncIterable<Row> {
  let voided = 0;
  // One player's events, newest first.
  let ofOne: AnswerTo<'ledger'>['events'] = [];
  const taken = () => ofOne.splice(0).toReversed().map(eventRow);
  for await (const { events } of pagesOf((cursor?: string) => ask('ledger', { board, query: { cursor } }))) {
    for (const event of events) {
      if (ofOne[0]?.username !== event.username) yield* taken();
      if (event.voided === null) ofOne.push(event);
      else voided += 1;
    }
  }
  yield* taken();
  if (voided > 0) stderr.write(`${countOf(voided, 'voided event')} left out.\n`);
}

/** A row for `import`, without the leading space that marks names and ids of erased players. */
function eventRow({ id, at, username, displayName, points, activity, avatar, author }: AnswerTo<'ledger'>['events'][number]): Row {
  return {
    id: id.trimStart(),
    at,
    username: username.trimStart(),
    display_name: displayName,
    points,
    activity,
    avatar: avatar === DEFAULT_AVATAR ? '' : avatar,
    author: author === null ? '' : actorText(author),
  };
}

async function* standingRows({ ask }: LiveData, board: string, period: PeriodKind, at?: string): AsyncIterable<Row> {
  const pages = pagesOf((cursor?: string) => ask('rankings', { board, query: { period, at, cursor, limit: PAGE } }));
  for await (const { standings } of pages) yield* standings.map(standingRow);
}

async function* finalRows(data: LiveData, board: string, period: EndingKind): AsyncIterable<Row> {
  const pages = pagesOf((before?: string) => data.ask('winners', { board, query: { period, before, limit: MOST_WINNERS } }));
  for await (const { winners } of pages)
    for (const { day } of winners) for await (const row of standingRows(data, board, period, day)) yield { period: day, ...row };
}

function standingRow({ rank, points, reachedAt, player }: ApiRankings['standings'][number]): Row {
  return { rank, points, reached_at: reachedAt, username: player.username, display_name: player.displayName };
}

/** With the API's field names, without empty values. */
function inJson(row: Row): Row {
  return Object.fromEntries(Object.entries(row).flatMap(([column, value]) => (value === '' ? [] : [[fieldOf(column), value]])));
}
