// A child process: a site that closes one day after the other and notifies a receiver, until it is killed. Its clock advances with its work
// rather than the machine's, and is printed. Arguments: the data folder, the receiver's URL, the clock's start (epoch milliseconds), and
// the number of this round.
import { setTimeout as sleep } from 'node:timers/promises';

import { DAY_MS, MINUTE_MS } from '../../src/domain/durations.ts';
import { LiveBoards } from '../../src/server/boards/live-boards.ts';
import { parseEvent } from '../../src/server/boards/points/points-intake.ts';
import { startOutgoing } from '../../src/server/outgoing/start-outgoing.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { PLAIN_BOARD } from '../../src/server/store/stored-values.ts';
import { deliveryKind } from '../../src/server/outgoing/webhooks/delivery.ts';
import type { WebhookSettings } from '../../src/server/outgoing/webhooks/webhooks.ts';
import { reachable } from '../../src/server/outgoing/webhooks/receiver-address.ts';

const [folder = '', receiver = '', begins = '0', round = '0'] = process.argv.slice(2);

/** How far the clock advances with each event, in milliseconds. */
const STEP_MS = 12 * MINUTE_MS;

/** The step while a message has waited for half a day: with the usual one, a message that sometimes fails would be abandoned soon. */
const SLOW_STEP_MS = MINUTE_MS / 2;

let now = Number(begins);
const clock = () => now;

const store = await openSqliteStore(folder, { onThread: true });
const boards = await LiveBoards.open(store, { clock, graceMs: 0 });
if (round === '0') {
  await boards.editing.make({ name: 'main', title: 'Main', ...PLAIN_BOARD, calendar: { timeZone: 'UTC', weekStart: 1 } });
  const settings: WebhookSettings = {
    url: receiver,
    form: 'standard',
    events: ['period.closed', 'period.final'],
    boards: null,
    periods: null,
  };
  await boards.webhooks.add('results', settings);
}
startOutgoing({
  boards,
  store,
  mayReach: reachable('127.0.0.1')!,
  patienceMs: 2000,
  site: () => ({ site: undefined, points: undefined }),
  clock,
  chance: () => 0.5,
  log: () => {},
});
for (let i = 0; ; i += 1) {
  const event = { id: `${round} ${i}`, username: `player ${i % 5}`, points: (i * 7) % 11 };
  await boards.commits.submit(boards.board('main'), [parseEvent(event, clock())]);
  await boards.closing.closeEnded();
  const waiting = await store.records(deliveryKind(boards.webhooks.named('results')), { state: 'waiting', limit: 100 });
  now += waiting.some(({ at }) => at < now - DAY_MS / 2) ? SLOW_STEP_MS : STEP_MS;
  process.stdout.write(`${now}\n`);
  await sleep(10);
}
