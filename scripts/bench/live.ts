import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Whence } from '../../src/server/boards/orders/board-reading.ts';
import { LiveBoards } from '../../src/server/boards/live-boards.ts';
import type { PointsStore } from '../../src/server/store/points-store.ts';
import { openSqliteStore } from '../../src/server/store/sqlite/sqlite-store.ts';
import { atMost, type Figure, median } from './figure.ts';
import { seedPlayers } from './seed-players.ts';
import { grouped } from './timed.ts';

/** The largest is compared with the smallest. */
const SIZES = [10_000, 100_000, 1_000_000];

/** How much longer a query may take at the largest size than at the smallest. */
const LIMIT = 2;

/** How often each query runs per turn, and the number of turns, so that disturbances affect all sizes alike. */
const ASKED = 400;
const TURNS = 15;

const NOW = Date.UTC(2026, 10, 20, 12);

interface Board {
  readonly players: number;
  readonly boards: LiveBoards;
  readonly store: PointsStore;
  readonly folder: string;
}

/** The queries of a board, each for a different player or rank. */
const QUESTIONS: Readonly<Record<string, (board: Board) => Promise<unknown>>> = {
  'rank of a player': (board) => page(board, { around: anyOf(board) }, 1),
  'ten neighbours of a player': (board) => page(board, { around: anyOf(board) }, 11),
  'a page of 50, anywhere': (board) => page(board, { after: anyOf(board) - 1 }, 50),
};

/** The live boards at several sizes side by side. */
export async function live(): Promise<Figure[]> {
  const seeded: Board[] = [];
  try {
    for (const players of SIZES) seeded.push(await seededBoard(players));
    const figures: Figure[] = [];
    for (const [what, ask] of Object.entries(QUESTIONS)) figures.push(await compared(what, ask, seeded));
    return figures;
  } finally {
    for (const { store, folder } of seeded) {
      await store.close();
      rmSync(folder, { recursive: true });
    }
  }
}

async function compared(what: string, ask: (board: Board) => Promise<unknown>, seeded: readonly Board[]): Promise<Figure> {
  const times = seeded.map((): number[] => []);
  for (let turn = 0; turn <= TURNS; turn += 1) {
    for (const [i, board] of seeded.entries()) {
      const start = performance.now();
      for (let n = 0; n < ASKED; n += 1) await ask(board);
      // The first turn is a warm-up.
      if (turn > 0) times[i]!.push((performance.now() - start) / ASKED);
    }
  }
  const medians = times.map(median);
  return atMost({
    what: `${what}: ${grouped(SIZES.at(-1)!)} beside ${grouped(SIZES[0]!)}`,
    value: medians.at(-1)! / medians[0]!,
    limit: LIMIT,
    show: (ratio) => `${ratio.toFixed(2)} ×`,
    note: medians.map((time, i) => `${grouped(SIZES[i]!)}: ${(time * 1000).toFixed(0)} µs`).join(', '),
  });
}

function page({ boards }: Board, whence: Whence, count: number): Promise<unknown> {
  return boards.reading.page(boards.board('main'), 'daily', NOW, whence, count);
}

/** A player's number or a rank: both count from 1 to the size. */
function anyOf(board: Board): number {
  return 1 + Math.floor(Math.random() * board.players);
}

async function seededBoard(players: number): Promise<Board> {
  const folder = mkdtempSync(join(tmpdir(), 'laurels-bench-'));
  const store = await openSqliteStore(folder);
  await seedPlayers(store, players, NOW);
  return { players, folder, store, boards: await LiveBoards.open(store, { clock: () => NOW, graceMs: Infinity }) };
}
