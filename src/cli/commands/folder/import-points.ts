import { ENDPOINTS } from '../../../contract/api.ts';
import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { ApiResults } from '../../../contract/game-answers.ts';
import { MAX_BATCH } from '../../../contract/points-event.ts';
import { countOf, grouped } from '../../words/count-of.ts';
import { progressOn } from '../../words/progress.ts';
import { checked, type Command, fileCalled, FLAG, parsed, TEXT } from '../../asking/command.ts';
import { everyBoard } from '../../asking/live-data.ts';
import { type PointsRow, readPointsFile, type RowFault } from '../../files/points-file.ts';

/** The most characters of a batch, well below the body limit because names may take several bytes each. */
const BATCH_CHARACTERS = 250_000;

const SHOWN_FAULTS = 20;

/**
 * `import`: checks every row of a points file first, then posts them in batches. Idempotent: rows imported before are
 * skipped. Succeeds once every row is in, except bad rows with `--skip-bad`.
 */
export const importPoints: Command = async (args, operation) => {
  const { clock, say, stderr } = operation;
  const started = performance.now();
  const { values, named } = parsed(args, ['FILE'], { board: TEXT, 'skip-bad': FLAG, 'any-date': FLAG });
  const { board = DEFAULT_BOARD, 'skip-bad': skipBad = false, 'any-date': anyDate = false } = values;
  const file = fileCalled(named[0], operation);
  const sayFaults = (all: readonly RowFault[]) => {
    for (const { line, fault } of all.slice(0, SHOWN_FAULTS)) say(`${file}:${line}: ${fault}`);
  };
  const { rows, faults } = readPointsFile(file, clock(), anyDate ? 'a time' : 'unset');
  sayFaults(faults);
  if (faults.length > SHOWN_FAULTS) say(`… and ${faults.length - SHOWN_FAULTS} more.`);
  if (faults.length > 0 && !skipBad) {
    say(
      `${countOf(faults.length, 'bad row')}: nothing was imported. Fix the file, or skip ${faults.length === 1 ? 'it' : 'them'} with --skip-bad.`,
    );
    return false;
  }
  if (rows.length === 0) return `${file} has no rows to import.`;
  const data = await operation.data('make');
  if (!(await everyBoard(data)).some(({ name }) => name === board))
    throw new Error(`There is no board "${board}". "laurels boards list" shows the boards.`);
  const asked = checked(ENDPOINTS.beginImport.body, { board, file });
  const begun = await data.ask('beginImport', { body: asked });
  say(`${begun.resumed ? 'Continuing to import' : 'Importing'} ${countOf(rows.length, 'row')} into "${board}", ${data.how}.`);
  const figures = { fresh: 0, known: 0, late: 0 };
  const refused: RowFault[] = [];
  const progress = progressOn(stderr);
  let done = 0;
  for (const batch of batchesOf(rows)) {
    const events = batch.map(({ event }) => event);
    const { results } = (await data.ask('importPoints', { query: { board, import: begun.import.id }, body: { events } })) as ApiResults;
    await data.ask('beginImport', { body: asked });
    for (const [i, result] of results.entries()) count(result, batch[i]!.line, figures, refused);
    done += batch.length;
    progress.say(`${grouped(done)} of ${countOf(rows.length, 'row')}`);
  }
  progress.wipe();
  await data.ask('endImport', { import: begun.import.id });

  sayFaults(refused);
  const seconds = (performance.now() - started) / 1000;
  say(
    [
      `${countOf(figures.fresh, 'new event')}, ${grouped(figures.known)} already recorded`,
      ...(faults.length > 0 ? [`${countOf(faults.length, 'bad row')} skipped`] : []),
      ...(refused.length > 0 ? [`${grouped(refused.length)} refused`] : []),
      `${seconds.toFixed(1)} s`,
    ].join(', '),
  );
  if (figures.late > 0)
    say(
      `${countOf(figures.late, 'event')} arrived after a period closed and ${figures.late === 1 ? 'counts' : 'count'} only in periods that are still open.`,
    );
  return refused.length === 0 || skipBad;
};

type Result = ApiResults['results'][number];

function count(result: Result, line: number, figures: { fresh: number; known: number; late: number }, refused: RowFault[]): void {
  if ('problem' in result) {
    refused.push({ line, fault: result.problem.detail });
    return;
  }
  if ('held' in result) {
    refused.push({ line, fault: `was put on hold when it was first posted, see "laurels held list": ${result.held.reason}` });
    return;
  }
  if (result.status === 201) figures.fresh += 1;
  else figures.known += 1;
  if (result.report.periods.some(({ state }) => state === 'closed')) figures.late += 1;
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
