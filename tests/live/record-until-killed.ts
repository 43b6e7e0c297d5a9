// A child process: records events until it is killed, and prints the ids of each commit once it is acknowledged. Arguments: the data
// folder, and the number of this round. Begins by resending some events of the previous round.
import { writeSync } from 'node:fs';

import { type NewEvent, PLAIN_BOARD } from '../../src/server/store/stored-values.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';

const [folder = '', round = '0'] = process.argv.slice(2);

// In parts, so that it may be killed between them, too.
const store = await openSqliteStore(folder, { onThread: true, eventsPerPart: 7 });
await store.changeBoard('main', () => ({
  name: 'main',
  title: 'Main',
  ...PLAIN_BOARD,
  calendar: { timeZone: 'Europe/Berlin', weekStart: 1 },
}));
// Milliseconds since the process started.
writeSync(1, `ready ${performance.now()}\n`);

if (Number(round) > 0) await send(Array.from({ length: 100 }, (_, n) => event(Number(round) - 1, n)));
for (let n = 0; ;) {
  const size = n % 3 === 0 ? 1 : 1 + ((n * 7919) % 40);
  await send(Array.from({ length: size }, (_, i) => event(Number(round), n + i)));
  n += size;
}

async function send(events: readonly NewEvent[]): Promise<void> {
  const recorded = await store.append(
    'main',
    events,
    () => true,
    (effects) => effects.map(({ event: { id }, player }) => `${id} by ${player.number}`),
  );
  const kept = events.filter((_, i) => recorded[i]?.outcome !== 'refused');
  writeSync(1, kept.map(({ id }) => `id ${id}\n`).join(''));
}

/** The same event for the same numbers in any process. */
function event(ofRound: number, n: number): NewEvent {
  return {
    id: `${ofRound}-${n}`,
    username: `player ${(n * 31 + ofRound) % 500}`,
    points: (n % 100) + 1,
    at: Date.UTC(2026, 10, 1) + ((n * 977) % (40 * 24)) * 3_600_000,
    receivedAt: Date.now(),
    keepsNames: false,
    activity: 'Quest',
    displayName: n % 50 === 0 ? `Name ${n}` : undefined,
    avatar: undefined,
    digest: `body of ${ofRound}-${n}`,
  };
}
