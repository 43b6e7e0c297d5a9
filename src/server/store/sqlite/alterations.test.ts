import { cpSync } from 'node:fs';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { board, DAY, daily, event, NOON, silently, unlessClosed, saveBoard, saveDocument, reviseOne } from '../store-under-test.suite.ts';
import type { TotalsBlock } from '../held/totals-block.ts';
import { type SqlitePlace, sqlitePlace } from './sqlite-place.suite.ts';

const LATER = { at: NOON + DAY, receivedAt: NOON + DAY };

let prepared: SqlitePlace;

beforeAll(async () => {
  prepared = sqlitePlace();
  const store = await prepared.open();
  const always = () => true;
  const closeWith = async (start: number, order: readonly number[], unshown: number) => {
    const period = { ...daily, start };
    await store.seal(period);
    await store.closePeriod(period, order, { at: start + DAY, unshown });
    return period;
  };
  await saveBoard(store, board);
  await saveBoard(store, { ...board, name: 'other', direction: 'low', scoring: 'best' });
  await saveDocument(store, 'catalogue', 'what an operator told');
  const first = [
    event('1', 'ann', 5, { activity: 'Quest', displayName: 'Ann' }),
    event('2', 'bob', 7),
    event('3', 'ann', 0),
    event('4', 'cid', 6),
    event('5', 'dan', 9, { author: { by: 'key:a' } }),
  ];
  await store.append('main', first, always, (effects) => effects.map(({ event: { id } }) => `answer ${id}`));
  await closeWith(daily.start, [2, 3, 1, 4], 1);
  await store.append('main', [event('6', 'ann', 4, LATER), event('7', 'bob', 3, LATER), event('8', 'eve', 1, LATER)], always, silently);
  for (const does of ['void', 'restore'] as const)
    await reviseOne(store, 'main', '6', { does, at: NOON + DAY, reason: 'a mistake' }, unlessClosed);
  await reviseOne(store, 'main', '8', { does: 'void', at: NOON + DAY, reason: 'cheating' }, unlessClosed);
  await store.reopen(await closeWith(daily.start + DAY, [1, 2], 0), { at: NOON + 3 * DAY, reason: 'the clock jumped' });
  const many = Array.from({ length: 8200 }, (_, i) => event(`many ${i}`, `player ${i % 10}`, i, LATER));
  await store.append('other', many, always, silently);
  await store.maintain();
  await store.changeRecords({ change: () => [{ kind: 'note', id: 'a', at: NOON, state: 'new', text: '1' }] });
  const { differences } = await store.verify();
  if (differences.length > 0) throw new Error(`It was altered before it was: ${differences.join('; ')}`);
  await store.close();
}, 30_000);

afterAll(() => prepared.remove());

/** Changes several ranks of the closed day in one statement. */
const ranks = (cases: string) =>
  `UPDATE final_standings SET rank = rank + 100; UPDATE final_standings SET rank = CASE rank ${cases} ELSE rank - 100 END`;

const CLOSED = 'closed_at IS NOT NULL';

/** Changes the open totals of `main`. */
const ofMain = (change: (block: TotalsBlock) => void) => (place: SqlitePlace) => place.tamperTotals(1, change);

test.each<[string, string | ((place: SqlitePlace) => void), string]>([
  ['the id of an event', "UPDATE events SET id = 'x' WHERE seq = 1", 'events, seq 1'],
  ['the board of an event', 'UPDATE events SET board = 2 WHERE seq = 1', 'events, seq 1'],
  ['the player of an event', 'UPDATE events SET player = 2 WHERE seq = 1', 'events, seq 1'],
  ['the points of an event', 'UPDATE events SET points = 6 WHERE seq = 1', 'the ledger makes 6 points'],
  ['the time of an event', 'UPDATE events SET at = at - 1 WHERE seq = 5', 'events, seq 5'],
  ['the activity of an event', "UPDATE events SET activity = 'Arena' WHERE seq = 1", 'activity "Quest"'],
  ['when an event was received', 'UPDATE events SET received_at = received_at + 1 WHERE seq = 1', 'events, seq 1'],
  ['what a repetition is told from another body by', "UPDATE events SET digest = 'x' WHERE seq = 1", 'events, seq 1'],
  ['what an event counted for', 'UPDATE events SET counted = 14 WHERE seq = 1', 'events, seq 1'],
  ['what an event is answered with', "UPDATE events SET answer = 'x' WHERE seq = 1", 'events, seq 1'],
  ['a chain that is broken', 'UPDATE events SET previous = NULL WHERE seq = 3', 'event 3: follows none'],
  ["a chain through another player's events", 'UPDATE events SET previous = 2 WHERE seq = 3', 'event 3: follows 2'],
  ['an event too few', 'DELETE FROM events WHERE seq = 3', 'events: 4 follows 2'],
  ['the last events missing', 'DELETE FROM events WHERE seq > 8200', 'board other'],
  [
    'an event too many',
    "INSERT INTO events SELECT 8209, board, 'x', player, points, at, activity, received_at, digest, counted, answer, previous, checksum, author FROM events WHERE seq = 1",
    'events, seq 8209',
  ],

  ['what a revision did', "UPDATE revisions SET does = 'restore' WHERE number = 3", 'revisions, number 3'],
  ['the event of a revision', 'UPDATE revisions SET event = 7 WHERE number = 3', 'revisions, number 3'],
  ['the reason of a revision', "UPDATE revisions SET reason = 'nothing' WHERE number = 3", 'revisions, number 3'],
  ['the time of a revision', 'UPDATE revisions SET at = at + 1 WHERE number = 3', 'revisions, number 3'],
  ['the text of a record', "UPDATE records SET text = '2' WHERE number = 1", 'records, number 1'],
  ['the state of a record', "UPDATE records SET state = 'old' WHERE number = 1", 'records, number 1'],
  ['what an event counts for since', 'UPDATE revisions SET counted = 15 WHERE number = 3', 'revisions, number 3'],
  ['a revision too few', 'DELETE FROM revisions WHERE number = 1', 'revisions: 2 follows 0'],
  ['the last revision missing', 'DELETE FROM revisions WHERE number = 3', 'revisions: 2 are kept'],
  ['a voided event without its chain', ofMain((block) => block.drop(5, 0)), 'the latest event is 8, the totals name none'],
  ['a voided event with another chain', ofMain((block) => block.setLatestEvent(5, 7)), 'the totals name 7'],

  ['a username', "UPDATE players SET username = 'Anna' WHERE number = 1", 'players, number 1'],
  ['what a player is found by', "UPDATE players SET fold = 'anna' WHERE number = 1", 'is kept under "anna"'],
  ['a display name', "UPDATE players SET display_name = 'Anna' WHERE number = 1", 'players, number 1'],
  ['an avatar', "UPDATE players SET avatar = '🦊' WHERE number = 1", 'players, number 1'],
  ['what a player is searched by', "UPDATE players SET searched = '' WHERE number = 1", 'has a search text that does not match'],
  [
    'when a player came',
    'UPDATE players SET known_since = known_since + 1 WHERE number = 1',
    'arrived before the player with the previous number',
  ],
  ['a player too few', 'DELETE FROM players WHERE number = 2', 'players: 3 follows 1'],
  ['the last player missing', 'DELETE FROM players WHERE number = 15', 'name players that are missing'],
  [
    'a player too many',
    "INSERT INTO players SELECT 16, 'x', 'x', 'x', avatar, 'x' || char(10) || 'x', known_since, checksum FROM players WHERE number = 15",
    'players, number 16',
  ],

  ['the name of a board', "UPDATE boards SET name = 'x' WHERE number = 1", 'boards, number 1'],
  ['the title of a board', "UPDATE boards SET title = 'x' WHERE number = 1", 'boards, number 1'],
  ['the scoring of a board', "UPDATE boards SET scoring = 'best' WHERE number = 1", 'boards, number 1'],
  ['the direction of a board', "UPDATE boards SET direction = 'low' WHERE number = 1", 'is not in order'],
  ['the time zone of a board', "UPDATE boards SET time_zone = 'Asia/Tokyo' WHERE number = 1", 'not a period of the calendar'],
  ['a time zone that is none', "UPDATE boards SET time_zone = 'Mars/Olympus' WHERE number = 1", 'board main: RangeError'],
  ['the start of weeks', 'UPDATE boards SET week_start = 7 WHERE number = 1', 'not a period of the calendar'],
  ['a board too few', 'DELETE FROM boards WHERE number = 2', 'name boards that are missing'],

  ['the board of a period', `UPDATE periods SET board = 2 WHERE ${CLOSED}`, 'was changed by hand after it had closed'],
  ['the kind of a period', "UPDATE periods SET kind = 'weekly', start = start - 1 WHERE number = 1", 'not a period of the calendar'],
  ['the start of a period', 'UPDATE periods SET start = start - 1 WHERE number = 2', 'not a period of the calendar'],
  ['the end of a period', 'UPDATE periods SET "end" = "end" + 1 WHERE number = 2', 'not a period of the calendar'],
  ['how many stand in a period', `UPDATE periods SET standings = standings + 1 WHERE ${CLOSED}`, 'players counted'],
  ['when a period closed', `UPDATE periods SET closed_at = closed_at + 1 WHERE ${CLOSED}`, 'was changed by hand after it had closed'],
  ['how many were not shown', `UPDATE periods SET unshown = 0 WHERE ${CLOSED}`, 'was changed by hand after it had closed'],
  ['a period that is open again', `UPDATE periods SET closed_at = NULL, unshown = NULL, checksum = NULL WHERE ${CLOSED}`, 'expected 0'],
  ['a period too few', 'DELETE FROM periods WHERE number = 2', 'the standings have nothing'],
  ['the author of an event', 'UPDATE events SET author = NULL WHERE author IS NOT NULL', 'events, seq 5'],
  ['an author where there was none', 'UPDATE events SET author = 1 WHERE seq = 1', 'events, seq 1'],
  ['who an author was', "UPDATE authors SET author = 'key:b'", 'authors, number 1'],
  ['an author too few', 'DELETE FROM authors', 'rows name authors that are missing'],
  ['the reason of a reopening', "UPDATE reopenings SET reason = 'x'", 'reopenings, number 1'],
  ['the time of a reopening', 'UPDATE reopenings SET at = at + 1', 'reopenings, number 1'],
  ['the period of a reopening', 'UPDATE reopenings SET period = 1', 'reopenings, number 1'],
  ['when a reopened period had closed', 'UPDATE reopenings SET closed_at = NULL', 'reopenings, number 1'],
  ['a reopening too few', 'DELETE FROM reopenings', 'reopenings: 0 are kept'],

  ['a total', ofMain((block) => block.setScore(1, 2, { ...block.scoreOf(1, 2)!, points: 8 })), 'the ledger makes 9 points'],
  ['when a total was reached', ofMain((block) => block.setScore(2, 3, { ...block.scoreOf(2, 3)!, reachedAt: 1 })), 'player 2: the ledger'],
  ['what moves a total', ofMain((block) => block.setScore(2, 3, { ...block.scoreOf(2, 3)!, movedAt: 1 })), 'player 2: the ledger'],
  ['the latest event', ofMain((block) => block.setLatestEvent(1, 3)), 'the latest event is 6, the totals name 3'],
  ['a latest event of nobody', ofMain((block) => block.setLatestEvent(15, 3)), 'has totals and no events'],
  ['a standing too few', ofMain((block) => block.drop(2, 2)), 'the standings have nothing'],
  ['a standing too many', ofMain((block) => block.setScore(5, 2, block.scoreOf(2, 2)!)), 'has a total and no events'],
  ['standings of nobody', ofMain((block) => block.setScore(15, 2, block.scoreOf(2, 2)!)), 'has totals and no events'],
  ['events that totals do not have', 'UPDATE totals SET through = 8300', 'has totals of event 8300, and the last one is 8208'],
  ['events that totals have twice', 'UPDATE totals SET through = 5 WHERE board = 1', 'the ledger makes'],
  ['totals of another board', 'DELETE FROM totals WHERE board = 2; UPDATE totals SET board = 2', 'has totals and no events'],
  ['totals of others', 'UPDATE totals SET block = block + 1', 'has totals and no events'],

  ['two ranks swapped', ranks('WHEN 101 THEN 2 WHEN 102 THEN 1'), 'rank 2 is not in order'],
  ['somebody shown who was not', ranks('WHEN 103 THEN 4 WHEN 104 THEN 3'), 'was changed by hand after it had closed'],
  ['a rank left out', ranks('WHEN 104 THEN 5'), '4 final ranks up to 5'],
  ['a final total', 'UPDATE final_standings SET points = 0 WHERE player = 1', 'the standings have 0 points'],
  ['when a final total was reached', 'UPDATE final_standings SET reached_at = 0 WHERE player = 1', 'reached 0'],
  ['what moved a final total', 'UPDATE final_standings SET moved_at = 0 WHERE player = 1', 'moved 0'],
  ['a final rank too few', 'DELETE FROM final_standings WHERE player = 1', 'the standings have nothing'],
  ['a final rank of somebody else', 'UPDATE final_standings SET player = 5 WHERE player = 1', 'was changed by hand after it had closed'],
  [
    'final ranks of an open period',
    'INSERT INTO final_standings SELECT 2, rank, player, points, 0, 0 FROM final_standings WHERE period = 1',
    'expected 0',
  ],

  ['the points of an activity', 'UPDATE activity_days SET points_low = points_low + 1 WHERE board = 1', 'not what its events add up to'],
  ['the high part of its points', 'UPDATE activity_days SET points_high = 1 WHERE board = 1', 'not what its events add up to'],
  ['the events of an activity', 'UPDATE activity_days SET events = events + 1 WHERE board = 1', 'not what its events add up to'],
  ['the day of an activity', "UPDATE activity_days SET day = day + 1 WHERE activity = 'Quest'", 'not what its events add up to'],
  ['the name of an activity', "UPDATE activity_days SET activity = 'x' WHERE activity = 'Quest'", 'not what its events add up to'],
  ['an activity too few', "DELETE FROM activity_days WHERE activity = 'Quest'", 'not what its events add up to'],
  ['an activity too many', "INSERT INTO activity_days VALUES (1, 0, 'x', 1, 0, 0)", 'not what its events add up to'],
  ['an activity without events', "INSERT INTO activity_days VALUES (1, 0, 'x', 0, 0, 0)", 'day from 0, activity "x": not what its'],

  ['what a block says', 'UPDATE ledger_blocks SET events = zeroblob(length(events)) WHERE board = 1', 'board main, block 0'],
  ['where a block begins', 'UPDATE ledger_blocks SET earliest = earliest + 1 WHERE board = 1', 'board main, block 0'],
  ['where a block ends', 'UPDATE ledger_blocks SET latest = latest - 1 WHERE board = 2', 'board other, block 0'],
  ['a block too few', 'DELETE FROM ledger_blocks WHERE board = 1', 'board main, block 0'],
  ['a block too many', 'INSERT INTO ledger_blocks SELECT 1, 1, earliest, latest, events FROM ledger_blocks WHERE board = 1', 'block 1'],

  ['a document', "UPDATE meta SET value = 'x' WHERE key = 'document:catalogue'", 'meta, key document:catalogue'],
  ['the name of a document', "UPDATE meta SET key = 'document:x' WHERE key = 'document:catalogue'", 'meta, key document:x'],
  ['a document too few', "DELETE FROM meta WHERE key = 'document:catalogue'", 'documents: 0 are kept'],
  ['a document too many', "INSERT INTO meta VALUES ('document:x', 'x', 0)", 'documents: 2 are kept'],
  [
    'how many changes there were',
    "UPDATE meta SET value = replace(value, '{\"changes\":', '{\"changes\":1') WHERE key = 'changes'",
    'meta, key changes',
  ],
  ['the count of changes missing', "DELETE FROM meta WHERE key = 'changes'", 'boards: 2 are kept, and there were 0'],
])('the audit detects an altered database: %s', async (_, alteration, named) => {
  const place = sqlitePlace();
  cpSync(prepared.folder, place.folder, { recursive: true });
  const triggers = String(place.value("SELECT group_concat('DROP TRIGGER ' || name, ';') FROM sqlite_schema WHERE type = 'trigger'"));
  place.tamper(
    `PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; ${triggers}; ${typeof alteration === 'string' ? alteration : ''}`,
  );
  if (typeof alteration !== 'string') alteration(place);
  const store = await place.open();
  try {
    expect((await store.verify()).differences.join('\n')).toContain(named);
  } finally {
    await store.close();
    place.remove();
  }
});
