import type { DatabaseSync } from 'node:sqlite';

import { usernameKey } from '../../../domain/names/username-key.ts';
import type { Score } from '../../../domain/scoring.ts';
import type { StoredPlayer } from '../stored-values.ts';
import type { Commits } from './file/commits.ts';
import type { PlayerTable } from './player-table.ts';
import { RecentPlayers } from './recent-players.ts';
import { scoreFrom, type StandingRow, timeToColumn } from './rows/columns.ts';
import type { PlayerChain } from './rows/player-chain.ts';
import { type Prepare, preparing } from './rows/query.ts';

/** A player's totals on one board, by period number, as they are with the commit under way. */
export interface PlayerTotals {
  player: StoredPlayer;
  readonly totals: Map<number, Score>;
  /** Of the periods that events of the commit counted for, the totals before it. */
  readonly before: Map<number, Score | undefined>;
  /** The `seq` of their latest event on the board. */
  latestEvent: number | undefined;
}

/**
 * The open totals of players. Those of players seen lately are remembered, by board and name: right because this process
 * is the only writer and a commit that fails makes it forget all, whatever it had changed.
 */
export class PlayerTotalsTable {
  readonly #sql: ReturnType<typeof statements>;
  readonly #players: PlayerTable;
  readonly #chain: PlayerChain;
  readonly #recent = new RecentPlayers<PlayerTotals>();

  constructor(database: DatabaseSync, commits: Commits, players: PlayerTable, chain: PlayerChain) {
    this.#sql = statements(preparing(database));
    this.#players = players;
    this.#chain = chain;
    commits.whenOneFails(() => this.forgetAll());
  }

  /** `undefined` for a name nobody has. */
  of(board: number, username: string): PlayerTotals | undefined {
    const key = keyOf(board, username);
    const known = this.#recent.get(key);
    if (known !== undefined) return known;
    const player = this.#players.named(username);
    if (player === undefined) return undefined;
    const totals = new Map<number, Score>();
    let latestEvent: number | undefined;
    for (const row of this.#sql.totalsOf.all(board, player.number)) {
      totals.set(row.period, scoreFrom(row));
      latestEvent ??= row.latest_event ?? undefined;
    }
    latestEvent ??= this.#chain.latest(board, player.number);
    return { player, totals, before: new Map(), latestEvent };
  }

  /**
   * Writes, inside a commit, each total once, however many events of the commit changed it, in the order they lie on
   * disk. `allTime` is the number of that period of the board, which names the latest event.
   */
  write(board: number, allTime: number | undefined, changed: Iterable<PlayerTotals>): void {
    for (const entry of [...changed].toSorted((a, b) => a.player.number - b.player.number)) {
      this.#writeOne(board, allTime, entry);
      entry.before.clear();
      this.#recent.set(keyOf(board, entry.player.username), entry);
    }
  }

  /** Makes whoever asks next read what the database has of a player. */
  forget(board: number, username: string): void {
    this.#recent.forget(keyOf(board, username));
  }

  forgetAll(): void {
    this.#recent.clear();
  }

  #writeOne(board: number, allTime: number | undefined, { player, totals, before, latestEvent }: PlayerTotals): void {
    const chained = allTime === undefined ? undefined : totals.get(allTime);
    if (allTime === undefined || chained === undefined) this.#chain.keepEnd(board, player.number, latestEvent!);
    // The row names the latest event, also of those that did not count for it.
    else if (!before.has(allTime)) before.set(allTime, chained);

    for (const [period, earlier] of before) {
      const total = totals.get(period)!;
      const isChained = period === allTime;
      if (total === earlier && !isChained) continue;
      const row = [total.points, total.reachedAt, timeToColumn(total.movedAt), isChained ? latestEvent! : null] as const;
      if (earlier !== undefined) this.#sql.change.run(...row, board, player.number, period);
      else {
        this.#sql.add.run(...row, board, player.number, period);
        if (isChained) this.#chain.dropEnd(board, player.number);
      }
    }
  }
}

function keyOf(board: number, username: string): string {
  return `${board} ${usernameKey(username)}`;
}

/** In the order in which the statements below name them. */
type TotalColumns = [
  points: number,
  reachedAt: number,
  movedAt: number,
  latestEvent: number | null,
  board: number,
  player: number,
  period: number,
];

const statements = (prepare: Prepare) => ({
  totalsOf: prepare<Omit<StandingRow, 'player'>, [board: number, player: number]>(
    'SELECT period, points, reached_at, moved_at, latest_event FROM standings WHERE board = ? AND player = ?',
  ),
  add: prepare<never, TotalColumns>(
    'INSERT INTO standings (points, reached_at, moved_at, latest_event, board, player, period) VALUES (?, ?, ?, ?, ?, ?, ?)',
  ),
  change: prepare<never, TotalColumns>(
    'UPDATE standings SET points = ?, reached_at = ?, moved_at = ?, latest_event = ? WHERE board = ? AND player = ? AND period = ?',
  ),
});
