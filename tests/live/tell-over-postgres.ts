// A child process on PostgreSQL: sends one message after the other until it is killed, and prints each once it is stored. Arguments: the
// database address, and a text that distinguishes its messages from others'.
import { setTimeout as sleep } from 'node:timers/promises';

import { LiveBoards } from '../../src/server/boards/live-boards.ts';
import { startOutgoing } from '../../src/server/outgoing/start-outgoing.ts';
import { readDatabaseAddress } from '../../src/server/store/postgres/database/database-address.ts';
import { openPostgresStore } from '../../src/server/store/postgres/postgres-store.ts';
import { reachable } from '../../src/server/outgoing/webhooks/receiver-address.ts';

const [url = '', name = ''] = process.argv.slice(2);

const store = await openPostgresStore(readDatabaseAddress(url));
const boards = await LiveBoards.open(store, { clock: Date.now, graceMs: 0 });
startOutgoing({
  boards,
  store,
  mayReach: reachable('127.0.0.1')!,
  site: () => ({ site: undefined, points: undefined }),
  clock: Date.now,
  chance: () => 0.5,
  log: () => {},
});
for (let i = 0; ; i += 1) {
  const reason = `${name} ${i}`;
  await boards.webhooks.tell({ type: 'backup.failed', at: Date.now(), subject: reason, reason });
  process.stdout.write(`told ${reason}\n`);
  await sleep(20);
}
