import type { AnswerTo, EndpointId, ENDPOINTS } from '../api.ts';
import type { Asked } from '../endpoint.ts';
import type { ApiResults } from '../game-answers.ts';
import { MAX_BATCH } from '../points-event.ts';
import type { PointsRow, RowFault } from './points-rows.ts';

/** The most characters of a batch, well below the body limit because names may take several bytes each. */
const BATCH_CHARACTERS = 250_000;

/** Calls an endpoint as an operator. */
type AskApi = <Id extends EndpointId>(id: Id, asked: Asked<(typeof ENDPOINTS)[Id]>) => Promise<AnswerTo<Id>>;

/** The result of an import. */
export interface Imported {
  /** The id of the import. */
  readonly id: string;
  /** The ids of newly recorded events. */
  readonly fresh: readonly string[];
  /** The number of events recorded before. */
  readonly known: number;
  /** Events that arrived after a period closed, and count only in periods that are still open. */
  readonly late: number;
  /** Rows that the server refused, with the reason. */
  readonly refused: readonly RowFault[];
  /** The number of refused rows that are in the list of held points. */
  readonly held: number;
}

export interface Importing {
  readonly ask: AskApi;
  readonly board: string;
  /** The label of the import: the same board and file resume it. */
  readonly file: string;
  readonly onBegun?: (resumed: boolean) => void;
  readonly onReached: (done: number) => void;
  /** Checked before each batch. Rows already sent are kept. */
  readonly isStopped?: () => boolean;
}

/**
 * Imports checked rows in batches, holding periods open that are not final yet. Idempotent: rows imported before are counted as known. If
 * it is stopped or rejects, importing the same rows again resumes it.
 */
export async function importRows(
  rows: readonly PointsRow[],
  { ask, board, file, onBegun, onReached, isStopped = () => false }: Importing,
): Promise<Imported | 'stopped'> {
  const about = { body: { board, file } };
  const begun = await ask('beginImport', about);
  onBegun?.(begun.resumed);
  const fresh: string[] = [];
  const figures = { known: 0, late: 0, held: 0 };
  const refused: RowFault[] = [];
  let done = 0;
  for (const batch of batchesOf(rows)) {
    if (isStopped()) return 'stopped';
    const events = batch.map(({ event }) => event);
    const { results } = (await ask('importPoints', { query: { board, import: begun.import.id }, body: { events } })) as ApiResults;
    // The request may have been pending until long after the stop; a heartbeat now would restart an import that has already ended.
    if (isStopped()) return 'stopped';
    await ask('beginImport', about);
    for (const [i, result] of results.entries()) {
      const fault = faultOf(result);
      if ('held' in result) figures.held += 1;
      if (fault !== undefined) refused.push({ line: batch[i]!.line, fault });
      else if ('report' in result) {
        if (result.status === 201) fresh.push(events[i]!.id);
        else figures.known += 1;
        if (result.report.periods.some(({ state }) => state === 'closed')) figures.late += 1;
      }
    }
    onReached((done += batch.length));
  }
  await ask('endImport', { import: begun.import.id });
  return { id: begun.import.id, fresh, ...figures, refused };
}

function faultOf(result: ApiResults['results'][number]): string | undefined {
  if ('problem' in result) return result.problem.detail;
  if ('held' in result) return `was put on hold when it was first posted: ${result.held.reason}`;
  return undefined;
}

function* batchesOf(rows: readonly PointsRow[]): Generator<readonly PointsRow[]> {
  let batch: PointsRow[] = [];
  let size = 0;
  for (const row of rows) {
    const length = JSON.stringify(row.event).length;
    if (batch.length === MAX_BATCH || (batch.length > 0 && size + length > BATCH_CHARACTERS)) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(row);
    size += length;
  }
  if (batch.length > 0) yield batch;
}
