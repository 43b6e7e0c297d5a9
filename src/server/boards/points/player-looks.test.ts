import { expect, test } from 'vitest';

import type { StoredPlayer } from '../../store/stored-values.ts';
import { PlayerLooks } from './player-looks.ts';

const RENAMED = 1200;

test('renamed players are read together, and their old looks forgotten', async () => {
  const names = Array.from({ length: RENAMED }, () => 'Ada');
  const player = (number: number): StoredPlayer => ({ number, username: `p${number}`, displayName: names[number - 1]!, avatar: '' });
  const reads: number[] = [];
  const looks = new PlayerLooks({
    playerCount: async () => names.length,
    async players(numbers) {
      reads.push(numbers.length);
      return numbers.map(player);
    },
  });
  await looks.catchUp();
  const rename = (number: number, name: string) => {
    names[number - 1] = name;
    looks.follow({ kind: 'player', player: player(number), position: number });
  };
  for (let number = 1; number <= RENAMED; number += 1) rename(number, `Other ${number}`);
  await looks.catchUp();
  reads.length = 0;
  expect(await looks.alike('ADA', undefined)).toBeUndefined();
  expect(reads).toEqual([1000, 200]);
  expect(await looks.alike('ADA', undefined)).toBeUndefined();
  expect(reads.slice(2)).toEqual([1]);
  rename(7, 'ada');
  await looks.catchUp();
  expect((await looks.alike('ADA', undefined))?.number).toBe(7);
  expect(await looks.alike('ADA', 7)).toBeUndefined();
});

test('a player renamed during the read is read again', async () => {
  let displayName = 'Ada';
  const player = (): StoredPlayer => ({ number: 1, username: 'p1', displayName, avatar: '' });
  const looks = new PlayerLooks({
    playerCount: async () => 1,
    async players() {
      const read = player();
      if (displayName === 'Ada') {
        displayName = 'Bob';
        looks.follow({ kind: 'player', player: player(), position: 1 });
      }
      return [read];
    },
  });
  expect(await looks.catchUp()).toBe(1);
  await looks.catchUp();
  expect((await looks.alike('bob', undefined))?.number).toBe(1);
});
