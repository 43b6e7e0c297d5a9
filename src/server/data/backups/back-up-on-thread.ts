// Creates a backup on its own thread, so that requests are not delayed.
import { parentPort, workerData } from 'node:worker_threads';

import { isOfFullDisk } from '../../store/sqlite/file/disk-advice.ts';
import { backUp } from './backing-up.ts';
import type { BackupAsked, BackupTold } from './scheduled-backups.ts';

const { folder, to, now } = workerData as BackupAsked;
const tell = (told: BackupTold) => parentPort!.postMessage(told);
let told: BackupTold;
try {
  told = { state: 'made', made: await backUp(folder, to, now, (done, total) => tell({ reached: { done, total } })) };
} catch (error) {
  told = { state: 'failed', reason: error instanceof Error ? error.message : String(error), isDiskFull: isOfFullDisk(error) };
}
tell(told);
