// A child process: records in a new data folder, closes and voids, and prints each fact once it is acknowledged. Arguments: the data
// folder, and the number of commits.
import { writeSync } from 'node:fs';

import { orderOfMany } from '../../src/domain/order-of-many.ts';
import { type BoardSettings, type NewEvent, type PeriodKey, PLAIN_BOARD } from '../../src/server/store/stored-values.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { boardFact, closedFact, eventFact, voidFact } from './power-cut-facts.ts';

const [folder = '', commits = '0'] = process.argv.slice(2);
const COMMITS = Number(commits);
const PLAYERS = 300;
const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2026, 10, 20);
const BOARDS: readonly BoardSettings[] = [
  {
    name: 'main',
    title: 'Main',
    ...PLAIN_BOARD,
    calendar: { timeZone: 'UTC', weekStart: 1 },
  },
  {
    name: 'laps',
    title: 'Laps',
    scoring: 'best',
    direction: 'low',
    unit: 'points',
    state: 'listed',
    calendar: { timeZone: 'UTC', weekStart: 1 },
  },
];

let store = await openSqliteStore(folder, { onThread: true, eventsPerPart: 7 });
for (const board of BOARDS) {
  await store.changeBoard(board.name, () => board);
  acknowledge([boardFact(board.name)]);
}
for (let n = 0; n < COMMITS; n += 1) {
  const board = n % 4 === 3 ? 'laps' : 'main';
  const events = Array.from({ length: n % 3 === 0 ? 1 : 1 + ((n * 7919) % 40) }, (_, i) => event(n, i));
  await store.append(
    board,
    events,
    () => true,
    (effects) => effects.map(({ event: { id } }) => `the answer to ${id} `.repeat(150)),
  );
  acknowledge(events.map((each) => eventFact(board, each)));
  if (n % 20 === 10) {
    const [voided] = events;
    const revision = { at: voided!.receivedAt, reason: 'a mistake' };
    await store.revise([{ board, id: voided!.id, does: 'void' }], revision, () => false);
    acknowledge([voidFact(board, voided!)]);
  }
  if (n === Math.floor(COMMITS / 2)) {
    await closeDay({ board: 'main', kind: 'daily', start: FIRST_DAY });
    await store.maintain();
  }
  if (n === Math.floor(COMMITS / 4)) {
    await store.close();
    store = await openSqliteStore(folder, { onThread: true, eventsPerPart: 7 });
  }
}
await store.close();

function acknowledge(facts: readonly string[]): void {
  writeSync(1, facts.map((fact) => `${fact}\n`).join(''));
}

async function closeDay(day: PeriodKey): Promise<void> {
  const order: number[] = [];
  for await (const { players, points, reachedAt } of store.standings(day))
    order.push(...Array.from(orderOfMany({ players, points, reachedAt }), (place) => players[place]!));
  await store.seal(day);
  await store.closePeriod(day, order, { at: day.start + DAY, unshown: 0 });
  acknowledge([closedFact(day.board, day.kind, day.start)]);
}

/** The same event for the same numbers. Events of the first day are too late for it once it is closed. */
function event(commit: number, n: number): NewEvent {
  const at = FIRST_DAY + ((commit * 977 + n * 31) % (3 * 24)) * 3_600_000;
  return {
    id: `${commit}-${n}`,
    username: `player ${(commit * 31 + n * 7) % PLAYERS}`,
    points: ((commit * 13 + n) % 100) + 1,
    at,
    receivedAt: FIRST_DAY + 3 * DAY + commit * 1000,
    keepsNames: false,
    activity: n % 2 === 0 ? 'Quest' : '',
    displayName: n % 30 === 29 ? `Name ${commit}` : undefined,
    avatar: undefined,
    digest: `body of ${commit}-${n}`,
  };
}
