// A child process: runs the steps of a settlement from a given one on until it is killed or done, and prints the beginning and end of each,
// and for a closing how many milliseconds it took. Arguments: the data folder, the number of days, the seed, and the first step.
import { writeSync } from 'node:fs';

import { LiveBoards } from '../../src/server/boards/live-boards.ts';
import { parseEvent } from '../../src/server/boards/points/points-intake.ts';
import { Problem } from '../../src/server/http/problem.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { PLAIN_BOARD } from '../../src/server/store/stored-values.ts';
import { GRACE_MS, settlementScript, type Step } from './settlement-script.ts';

const [folder = '', days = '', seed = '', first = ''] = process.argv.slice(2);
const steps = settlementScript(Number(days), Number(seed));
let now = steps[0]!.now;

// In parts, so that it may be killed between the ranks of a day, too.
const store = await openSqliteStore(folder, { onThread: true, rowsPerCommit: 2 });
await store.changeBoard('main', () => ({ name: 'main', title: 'Main', ...PLAIN_BOARD, calendar: { timeZone: 'UTC', weekStart: 1 } }));
const boards = await LiveBoards.open(store, { clock: () => now, graceMs: GRACE_MS });
const catalogue = boards.catalogue;

for (const [i, step] of steps.entries()) {
  if (i < Number(first)) continue;
  now = step.now;
  writeSync(1, `begins ${i} ${step.does}\n`);
  await doStep(step);
  writeSync(1, `done ${i}\n`);
}
writeSync(1, 'all\n');
await boards.commits.settled();
await store.close();

async function doStep(step: Step): Promise<void> {
  switch (step.does) {
    case 'points': {
      const { id, username, points, at } = step;
      await boards.commits.submit(boards.board('main'), [parseEvent({ id, username, points, at: new Date(at).toISOString() }, now)]);
      break;
    }
    case 'void':
      try {
        await boards.revisions.revise(boards.board('main'), step.id, 'void', 'a trial');
      } catch (error) {
        // It has already been voided.
        if (!(error instanceof Problem) || error.code !== 'conflict') throw error;
      }
      break;
    case 'hide':
    case 'show':
      try {
        await boards.players.setVisibility(step.username, { state: step.does === 'hide' ? 'hidden' : 'shown' });
      } catch (error) {
        // No player of that name has points yet.
        if (!(error instanceof Problem) || error.code !== 'not-found') throw error;
      }
      break;
    case 'review':
      await boards.reviews.setReviewMs('main', step.minutes * 60_000);
      break;
    case 'prizes':
      await catalogue.replace({ activities: [], tournaments: [], achievements: [], prizes: step.prizes });
      break;
    case 'look': {
      const from = performance.now();
      await boards.closing.closeEnded();
      const tookMs = Math.round(performance.now() - from);
      // Most closings have nothing to do.
      if (tookMs > 2) writeSync(1, `took ${tookMs}\n`);
      break;
    }
  }
}
