import { ENDPOINTS } from '../../../contract/api.ts';
import { importLabel } from '../../../contract/files/import-label.ts';
import { importRows } from '../../../contract/files/importing.ts';
import { mappedFile, mappingIn } from '../../../contract/files/mapping.ts';
import { decodedFile, MAP_ADVICE, pointsFile, type PointsRow, type RowFault } from '../../../contract/files/points-rows.ts';
import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import { countOf, grouped } from '../../words/count-of.ts';
import { progressOn } from '../../words/progress.ts';
import { checked, type Command, fileCalled, FLAG, parsed, TEXT, UsageError } from '../../asking/command.ts';
import { everyBoard } from '../../asking/live-data.ts';
import { isCompressed } from '../../../server/data/archive/importing.ts';
import { importArchive } from './everything.ts';
import { inFile, readBytes, readJson } from '../../files/text-file.ts';

const SHOWN_FAULTS = 20;

/**
 * `import`: first checks every row of a points file, or of another file with a mapping, then posts them in batches. Idempotent: rows
 * already imported are skipped. Succeeds once every row is in, except bad rows with `--skip-bad`.
 */
export const importPoints: Command = async (args, operation) => {
  const { clock, say, stderr } = operation;
  const started = performance.now();
  const { values, named } = parsed(args, ['FILE'], { board: TEXT, map: TEXT, 'skip-bad': FLAG, 'any-date': FLAG });
  const { board = DEFAULT_BOARD, map, 'skip-bad': skipBad = false, 'any-date': anyDate = false } = values;
  const epoch = anyDate ? 'a time' : 'unset';
  const file = fileCalled(named[0], operation);
  if (isCompressed(file)) {
    if (Object.keys(values).length > 0) throw new UsageError('An archive of everything is imported as a whole, without options.');
    return importArchive(file, operation);
  }
  const mapFile = map === undefined ? undefined : fileCalled(map, operation);
  const mapping = mapFile === undefined ? undefined : inFile(mapFile, () => mappingIn(readJson(mapFile)));
  const sayFaults = (all: readonly RowFault[]) => {
    for (const { line, fault } of all.slice(0, SHOWN_FAULTS)) say(`${file}:${counts === 'entry' ? ' entry ' : ''}${line}: ${fault}`);
  };
  const bytes = readBytes(file);
  const text = inFile(file, () => decodedFile(bytes));
  const now = clock();
  const read = inFile(file, () =>
    mapping === undefined ? pointsFile(text, file, now, epoch) : mappedFile(text, file, mapping, now, epoch),
  );
  const { counts } = read;
  const rows: PointsRow[] = [];
  const faults: RowFault[] = [];
  inFile(file, () => {
    for (const row of read.rows)
      if ('fault' in row) faults.push(row);
      else rows.push(row);
  });
  sayFaults(faults);
  if (faults.length > SHOWN_FAULTS) say(`… and ${faults.length - SHOWN_FAULTS} more.`);
  if (faults.length > 0 && !skipBad) {
    say(
      `${countOf(faults.length, 'bad row')}: nothing was imported. Fix the file, or skip ${faults.length === 1 ? 'it' : 'them'} with --skip-bad.${rows.length > 0 || mapping !== undefined ? '' : ` ${MAP_ADVICE}`}`,
    );
    return false;
  }
  if (rows.length === 0) return `${file} has no rows to import.`;
  const data = await operation.data('make');
  if (!(await everyBoard(data)).some(({ name }) => name === board))
    throw new Error(`There is no board "${board}". "laurels boards list" shows the boards.`);
  const progress = progressOn(stderr);
  const imported = await importRows(rows, {
    ask: data.ask,
    ...checked(ENDPOINTS.beginImport.body, { board, file: await importLabel(file, bytes) }),
    onBegun: (resumed) =>
      say(`${resumed ? 'Continuing to import' : 'Importing'} ${countOf(rows.length, 'row')} into "${board}", ${data.how}.`),
    onReached: (done) => progress.say(`${grouped(done)} of ${countOf(rows.length, 'row')}`),
  });
  progress.wipe();
  if (imported === 'stopped') return false;
  const { fresh, known, late, refused, held } = imported;
  sayFaults(refused);
  if (held > 0) say(`"laurels held list" shows ${held === 1 ? 'the event' : `the ${grouped(held)} events`} on hold.`);
  const seconds = (performance.now() - started) / 1000;
  say(
    [
      `${countOf(fresh.length, 'new event')}, ${grouped(known)} already recorded`,
      ...(faults.length > 0 ? [`${countOf(faults.length, 'bad row')} skipped`] : []),
      ...(refused.length > 0 ? [`${grouped(refused.length)} refused`] : []),
      `${seconds.toFixed(1)} s`,
    ].join(', '),
  );
  if (late > 0)
    say(
      `${countOf(late, 'event')} arrived after a period closed and ${late === 1 ? 'counts' : 'count'} only in periods that are still open.`,
    );
  return refused.length === 0 || skipBad;
};
