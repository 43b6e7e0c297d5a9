import fc from 'fast-check';
import { expect, test } from 'vitest';

import { usernameKey } from '../../../domain/names/username-key.ts';
import { DEFAULT_AVATAR, type StoredPlayer } from '../stored-values.ts';
import { PlayerDirectory } from './player-directory.ts';

const names = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 60 });

/** As the database returns them: numbered from 1. */
function playersOf(usernames: readonly string[]): readonly StoredPlayer[] {
  return usernames.map((username, i) => ({
    number: i + 1,
    username,
    displayName: i % 3 === 0 ? `${username} the ${i}th` : username,
    avatar: i % 5 === 0 ? '🦊' : DEFAULT_AVATAR,
  }));
}

test('every player is found by number, and by any spelling of their name', () => {
  fc.assert(
    fc.property(names, (usernames) => {
      const byKey = new Map(usernames.filter((name) => !name.includes('\0')).map((name) => [usernameKey(name), name]));
      const players = playersOf([...byKey.values()]);
      const directory = new PlayerDirectory();
      for (const player of players) directory.add(player);
      expect(players.map(({ number }) => directory.numbered(number))).toEqual(players);
      for (const player of players) expect(directory.named(usernameKey(player.username))).toEqual(player);
      expect(directory.named('NOBODY')).toBeUndefined();
      expect([directory.numbered(0), directory.numbered(players.length + 1)]).toEqual([undefined, undefined]);
    }),
  );
});

test('a player renamed repeatedly is found, and old names do not take space forever', () => {
  const directory = new PlayerDirectory();
  const players = playersOf(Array.from({ length: 3000 }, (_, i) => `player ${i}`));
  for (const player of players) directory.add(player);
  const room = directory.bytes;
  for (let round = 0; round < 40; round += 1) {
    for (const player of players) directory.change({ ...player, displayName: `${round} ${'x'.repeat(50)}` });
  }
  expect(directory.bytes).toBeLessThan(room + 8 * 1024 * 1024);
  expect(directory.named('player 7')).toEqual({ ...players[7], displayName: `39 ${'x'.repeat(50)}` });
});

test('no player is missing', () => {
  const directory = new PlayerDirectory();
  expect(() => directory.add({ number: 2, username: 'b', displayName: 'b', avatar: DEFAULT_AVATAR })).toThrow('cannot follow');
});
