// Checks a backup on its own thread, so that requests are not delayed.
import { parentPort, workerData } from 'node:worker_threads';

import { drill, type DrillAsked } from './drilling.ts';
import type { DrillTold } from './scheduled-backups.ts';

const tell = (told: DrillTold) => parentPort!.postMessage(told);
try {
  const drilled = await drill(workerData as DrillAsked, (done, total) => tell({ reached: { done, total } }));
  tell({ state: 'drilled', drilled });
} catch (error) {
  tell({ state: 'failed', reason: error instanceof Error ? error.message : String(error) });
}
