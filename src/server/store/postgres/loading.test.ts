import { expect, test } from 'vitest';

import { always, board, event, saveBoard, silently } from '../store-under-test.suite.ts';
import { postgresPlace } from './postgres-place.suite.ts';

/** Simulates two names. */
const TWO = "chr(31) || 'c' || chr(31) || 'd' || chr(31) || '7' || chr(30)";

test.each([
  ['chr(31)', 'a\u001fb'],
  ['chr(30)', 'a\u001eb'],
  [TWO, 'a\u001fc\u001fd\u001f7\u001eb'],
])('a moved name with characters that are no longer allowed is read unchanged: %s', async (characters, name) => {
  const place = postgresPlace();
  const first = await place.open();
  await saveBoard(first, board);
  await first.append('main', [event('1', 'ann', 5), event('2', 'bob', 7), event('3', 'cleo', 9)], always, silently);
  await first.close();
  for (const column of ['username', 'display_name'])
    await place.tamper(`UPDATE players SET ${column} = 'a' || ${characters} || 'b' WHERE number = 2`);
  const store = await place.open();
  expect(await store.players([1, 2, 3])).toMatchObject([{ username: 'ann' }, { username: name, displayName: name }, { username: 'cleo' }]);
  expect(await store.playerCount()).toBe(3);
  await store.close();
  place.remove();
});
