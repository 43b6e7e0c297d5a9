import { ENDPOINTS } from '../../../contract/api.ts';
import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { ApiResults } from '../../../contract/game-answers.ts';
import { MAX_BATCH } from '../../../contract/points-event.ts';
import { countOf, grouped } from '../../words/count-of.ts';
import { progressOn } from '../../words/progress.ts';
import { checked, fileCalled, type Operation, parsed, withData } from '../../asking/command.ts';
import { everyBoard } from '../../asking/live-data.ts';
import { type PointsRow, readPointsFile, type RowFault } from '../../files/points-file.ts';

/** How much of a request the events of a batch may fill, in characters; names may take several bytes each. */
const BATCH_CHARACTERS = 250_000;

const SHOWN_FAULTS = 20;

/**
 * `import`: looks at every row of a points file first, then records them a thousand at a time. Ids make it safe to
 * run again: what was imported before is passed over.
 *
 * @returns whether every row is in now, but for bad ones that were to be skipped.
 */
export async function importPoints(args: readonly string[], operation: Operation): Promise<boolean> {
  const { clock, say, stderr } = operation;
  const started = performance.now();
  const { values, named } = parsed(args, ['FILE'], {
    board: { type: 'string' },
    'skip-bad': { type: 'boolean' },
    'any-date': { type: 'boolean' },
  });
  const { board = DEFAULT_BOARD, 'skip-bad': skipBad = false, 'any-date': anyDate = false } = values;
  const [epoch, endpoint] = anyDate ? (['a time', 'importPoints'] as const) : (['unset', 'submitPoints'] as const);
  const file = fileCalled(named[0], operation);
  const { rows, faults } = readPointsFile(file, clock(), epoch);
  for (const { line, fault } of faults.slice(0, SHOWN_FAULTS)) say(`${file}:${line}: ${fault}`);
  if (faults.length > SHOWN_FAULTS) say(`… and ${faults.length - SHOWN_FAULTS} more.`);
  if (faults.length > 0 && !skipBad) {
    say(
      `${countOf(faults.length, 'bad row')}: nothing was imported. Correct the file, or skip ${faults.length === 1 ? 'it' : 'them'} with --skip-bad.`,
    );
    return false;
  }
  if (rows.length === 0) {
    say(`${file} has no rows to import.`);
    return true;
  }
  return withData(
    operation,
    async (data) => {
      if (!(await everyBoard(data)).some(({ name }) => name === board))
        throw new Error(`There is no board "${board}". "laurels boards list" shows the boards.`);
      const asked = checked(ENDPOINTS.beginImport.body.safeParse({ board, file }));
      const begun = await data.ask('beginImport', { body: asked });
      say(`${begun.resumed ? 'Continuing to import' : 'Importing'} ${countOf(rows.length, 'row')} into "${board}", ${data.how}.`);
      const figures = { fresh: 0, known: 0, late: 0 };
      const refused: RowFault[] = [];
      const progress = progressOn(stderr);
      let done = 0;
      for (const batch of batchesOf(rows)) {
        const events = batch.map(({ event }) => event);
        const { results } = (await data.ask(endpoint, { query: { board }, body: { events } })) as ApiResults;
        await data.ask('beginImport', { body: asked });
        for (const [i, result] of results.entries()) count(result, batch[i]!.line, figures, refused);
        done += batch.length;
        progress.say(`${grouped(done)} of ${countOf(rows.length, 'row')}`);
      }
      progress.wipe();
      await data.ask('endImport', { import: begun.import.id });

      for (const { line, fault } of refused.slice(0, SHOWN_FAULTS)) say(`${file}:${line}: ${fault}`);
      const seconds = (performance.now() - started) / 1000;
      say(
        [
          `${countOf(figures.fresh, 'new event')}, ${grouped(figures.known)} already known`,
          ...(faults.length > 0 ? [`${countOf(faults.length, 'bad row')} skipped`] : []),
          ...(refused.length > 0 ? [`${grouped(refused.length)} refused`] : []),
          `${seconds.toFixed(1)} s`,
        ].join(', '),
      );
      if (figures.late > 0)
        say(
          `${countOf(figures.late, 'event')} came after a period was closed. ${figures.late === 1 ? 'It counts' : 'They count'} only in periods that are still open.`,
        );
      return refused.length === 0 || skipBad;
    },
    'make',
  );
}

type Result = ApiResults['results'][number];

function count(result: Result, line: number, figures: { fresh: number; known: number; late: number }, refused: RowFault[]): void {
  if ('problem' in result) {
    refused.push({ line, fault: result.problem.detail });
    return;
  }
  if ('held' in result) {
    refused.push({ line, fault: `It was held when it was posted before: see "laurels held list". ${result.held.reason}` });
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
