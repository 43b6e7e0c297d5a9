// `node scripts/bench/name-search.ts [players …]`: how long a player search blocks the thread, by search text; and the first search, which
// reads all names in slices.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { MAX_NAME_MATCHES } from '../../src/contract/game-answers.ts';
import type { PointsStore } from '../../src/server/store/points-store.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { PLAIN_BOARD } from '../../src/server/store/stored-values.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ren',
  'sto',
  'ny',
  'vex',
  'dra',
  'qui',
  'zor',
  'el',
  'fa',
  'üm',
  'ß',
  'ha',
  'bri',
  'no',
  'va',
  'tem',
  'pix',
];
/** From texts that match nearly every player to those that match none. */
const TEXTS = ['', 'a', 'e', 'ß', 'j', 'ka', 'ao', 'jj', 'ü', 'nova', 'drakami', 'pixpixpix', '1234', 'player', 'not there'];
const ROUNDS = 20;

const sizes = process.argv.slice(2).map(Number);
for (const players of sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000]) await measure(players);

async function measure(players: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-search-'));
  const store = await openSqliteStore(folder);
  try {
    await fill(store, players);
    const start = performance.now();
    await store.playersMatching('first', 10);
    console.log(`${players} players; first search ${milliseconds(performance.now() - start)}, in slices`);
    for (const text of TEXTS) {
      const times: number[] = [];
      let found = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = performance.now();
        found = (await store.playersMatching(text, MAX_NAME_MATCHES)).length;
        times.push(performance.now() - before);
      }
      times.sort((a, b) => a - b);
      const [middle, longest] = [times[ROUNDS / 2]!, times.at(-1)!];
      console.log(
        `  ${JSON.stringify(text).padEnd(12)} ${String(found).padStart(6)} found  ${milliseconds(middle)}, at most ${milliseconds(longest)}`,
      );
    }
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}

async function fill(store: PointsStore, players: number): Promise<void> {
  await store.changeBoard('main', () => ({
    name: 'main',
    title: 'Main',
    ...PLAIN_BOARD,
    calendar: { timeZone: 'UTC', weekStart: 1 },
  }));
  for (let from = 0; from < players; from += 10_000) {
    const events = Array.from({ length: Math.min(10_000, players - from) }, (_, i) => {
      const id = String(from + i);
      const [username, displayName] = [`${name()}${id}`, `${name()} ${name()}`];
      return {
        id,
        username,
        displayName,
        points: 1,
        at: NOW,
        receivedAt: NOW,
        activity: '',
        avatar: undefined,
        keepsNames: false,
        digest: id,
      };
    });
    await store.append(
      'main',
      events,
      () => true,
      (effects) => effects.map(() => ''),
    );
  }
}

function name(): string {
  return Array.from({ length: 3 }, () => SYLLABLES[Math.floor(Math.random() * SYLLABLES.length)]).join('');
}

function milliseconds(time: number): string {
  return `${time.toFixed(1)} ms`;
}
