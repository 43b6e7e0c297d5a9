import type { Epoch } from '../../../contract/files/checked-event.ts';
import { importLabel } from '../../../contract/files/import-label.ts';
import { decodedFile, pointsFile, type PointsRow, type RowFault, UnreadableFile } from '../../../contract/files/points-rows.ts';
import { IMPORT } from './import-words.ts';
import { pause } from './patiently.ts';

/** The largest file that a browser reads into memory; about a million rows. */
const MOST_BYTES = 64_000_000;

/** The number of faults kept for display. */
const MOST_FAULTS = 100;

/** How long rows are checked before yielding to the page, in milliseconds. */
const TURN_MS = 12;

/** A file whose rows have been checked; none have been sent. */
export interface CheckedFile {
  readonly name: string;
  /** The name with a digest of the contents, so that different files with the same name are separate imports. */
  readonly label: string;
  readonly columns: readonly string[];
  readonly rows: readonly PointsRow[];
  /** The first of {@link faulty}. */
  readonly faults: readonly RowFault[];
  readonly faulty: number;
}

/**
 * Checks every row of a file, a few at a time so that the page stays responsive. `undefined` once `isStopped`.
 * @throws {UnreadableFile} if it is too large, or not a file of points.
 */
export async function checkedFile(
  file: Pick<File, 'name' | 'size' | 'arrayBuffer'>,
  epoch: Epoch,
  onReached: (rows: number) => void,
  isStopped: () => boolean,
): Promise<CheckedFile | undefined> {
  if (file.size > MOST_BYTES) throw new UnreadableFile(IMPORT.tooLarge(file.size, MOST_BYTES));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = decodedFile(bytes);
  const label = await importLabel(file.name, bytes);
  const { columns, rows: sent } = pointsFile(text, file.name, Date.now(), epoch);
  const rows: PointsRow[] = [];
  const faults: RowFault[] = [];
  let faulty = 0;
  let since = performance.now();
  for (const row of sent) {
    if ('event' in row) rows.push(row);
    else {
      faulty += 1;
      if (faults.length < MOST_FAULTS) faults.push(row);
    }
    if (performance.now() - since < TURN_MS) continue;
    onReached(rows.length + faulty);
    await pause(0);
    if (isStopped()) return undefined;
    since = performance.now();
  }
  return { name: file.name, label, columns, rows, faults, faulty };
}
