// Exports everything on its own thread, so that requests are not delayed.
import { parentPort, workerData } from 'node:worker_threads';

import { isOfFullDisk } from '../../store/sqlite/file/disk-advice.ts';
import { exportEverything } from './exporting.ts';
import type { ExportAsked, ExportOutcome } from './exports.ts';

const { place, to, now } = workerData as ExportAsked;
const tell = (told: ExportOutcome) => parentPort!.postMessage(told);
try {
  tell({ state: 'made', made: await exportEverything(place, to, now) });
} catch (error) {
  tell({ state: 'failed', reason: error instanceof Error ? error.message : String(error), isDiskFull: isOfFullDisk(error) });
}
