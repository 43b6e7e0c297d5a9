import fc from 'fast-check';
import { expect, test } from 'vitest';

import { usernameKey } from '../../../domain/names/username-key.ts';
import { DEFAULT_AVATAR, type StoredPlayer } from '../stored-values.ts';
import { PlayerDirectory } from './player-directory.ts';

const SMALL = { segment: 4, renamed: 2 };

const names = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 60 });

/** Players as the database returns them: numbered from 1. */
function playersOf(usernames: readonly string[]): readonly StoredPlayer[] {
  return usernames.map((username, i) => ({
    number: i + 1,
    username,
    displayName: i % 3 === 0 ? `${username} the ${i}th` : username,
    avatar: i % 5 === 0 ? '🦊' : DEFAULT_AVATAR,
  }));
}

/** A directory's results for the players numbered from 1, by number and by name, and for unknown ones. */
function answersOf(directory: PlayerDirectory, players: readonly StoredPlayer[]) {
  return {
    byNumber: players.map(({ number }) => directory.numbered(number)),
    byName: players.map(({ username }) => directory.named(usernameKey(username))),
    knownSince: players.map(({ number }) => directory.knownSince(number)),
    others: [directory.numbered(0), directory.numbered(players.length + 1), directory.named('NOBODY')],
  };
}

function rightAnswers(players: readonly StoredPlayer[]): ReturnType<typeof answersOf> {
  const knownSince = players.map(({ number }) => number * 10);
  return { byNumber: [...players], byName: [...players], knownSince, others: [undefined, undefined, undefined] };
}

test('finds every player by number and by any spelling of their name', () => {
  fc.assert(
    fc.property(names, fc.constantFrom(undefined, SMALL), (usernames, sizes) => {
      const byKey = new Map(usernames.filter((name) => !name.includes('\0')).map((name) => [usernameKey(name), name]));
      const players = playersOf([...byKey.values()]);
      const directory = new PlayerDirectory(undefined, sizes);
      for (const player of players) directory.add(player, player.number * 10);
      expect(answersOf(directory, players)).toEqual(rightAnswers(players));
    }),
  );
});

test('directories that share segments have the same players as one that shares none', () => {
  const step = fc.oneof(
    fc.constant({ does: 'add' } as const),
    fc.record({ does: fc.constant('rename' as const), of: fc.nat(40), name: fc.string({ maxLength: 4 }) }),
    fc.record({ does: fc.constant('erase' as const), of: fc.nat(40) }),
    fc.constant({ does: 'share' } as const),
    fc.constant({ does: 'open another' } as const),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const players: StoredPlayer[] = [];
      const writer = new PlayerDirectory(undefined, SMALL);
      const others: PlayerDirectory[] = [];
      for (const [i, step] of steps.entries()) {
        if (step.does === 'add') {
          const number = players.length + 1;
          const player = { number, username: `player ${number}`, displayName: `Player ${number}`, avatar: DEFAULT_AVATAR };
          players.push(player);
          for (const directory of [writer, ...others]) directory.add(player, number * 10);
        } else if (step.does === 'share') {
          for (const segment of writer.newlyShared()) for (const directory of others) directory.adopt(segment);
        } else if (step.does === 'open another') {
          const { segments, renamed } = writer.shared();
          const other = new PlayerDirectory({ segments, renamed }, SMALL);
          for (const player of players.slice(other.count)) other.add(player, player.number * 10);
          others.push(other);
        } else if (players.length > 0) {
          const before = players[step.of % players.length]!;
          const changed =
            step.does === 'rename'
              ? { ...before, displayName: `${i} ${step.name}` }
              : { ...before, username: `erased ${i}`, displayName: 'gone' };
          players[before.number - 1] = changed;
          for (const directory of [writer, ...others]) directory.change(changed);
        }
      }
      for (const directory of [writer, ...others]) expect(answersOf(directory, players)).toEqual(rightAnswers(players));
    }),
  );
});

test('shared segments take no extra memory, and names of erased players are not kept', () => {
  const writer = new PlayerDirectory(undefined, SMALL);
  for (const player of playersOf(['a', 'b', 'c', 'd', 'e'])) writer.add(player, 0);
  const [first] = writer.newlyShared();
  const other = new PlayerDirectory(writer.shared(), SMALL);
  expect(other.shared().segments[0]!.texts.buffer).toBe(first![1].texts.buffer);
  const erased = { number: 2, username: 'erased', displayName: 'Erased', avatar: DEFAULT_AVATAR };
  writer.change(erased);
  other.change(erased);
  for (const segment of writer.newlyShared()) other.adopt(segment);
  const [packed] = other.shared().segments;
  expect(packed!.texts.buffer).toBe(writer.shared().segments[0]!.texts.buffer);
  expect(Buffer.from(packed!.texts).toString()).not.toContain('b');
});

test('no player is missing', () => {
  const directory = new PlayerDirectory();
  expect(() => directory.add({ number: 2, username: 'b', displayName: 'b', avatar: DEFAULT_AVATAR }, 0)).toThrow('cannot follow');
});
