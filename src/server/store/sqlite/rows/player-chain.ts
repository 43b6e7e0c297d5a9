import type { DatabaseSync } from 'node:sqlite';

import { countedNow } from './columns.ts';
import { type Prepare, preparing } from './query.ts';

/** An event of a chain; `counted` is what it counts for now. */
export type ChainedEvent = readonly [seq: number, points: number, at: number, counted: number];

/** The chain of a player's events on a board: where it ends, and walking along it. */
export class PlayerChain {
  readonly #sql: ReturnType<typeof statements>;
  readonly #between;

  constructor(database: DatabaseSync) {
    this.#sql = statements(preparing(database));
    this.#between = preparing(database, 'arrays')<ChainedEvent, [board: number, player: number, from: number, to: number]>(BETWEEN);
  }

  /** The `seq` of the latest event; `undefined` if there is none. */
  latest(board: number, player: number): number | undefined {
    return this.#sql.latest.get(board, player)?.latest_event;
  }

  /** The events of [from, to) by their own times (columns), the newest first by `seq`. */
  between(board: number, player: number, from: number, to: number): readonly ChainedEvent[] {
    return this.#between.all(board, player, from, to);
  }

  /** Keeps the latest event of a player who has no standing of all time that names it, inside a commit. */
  keepEnd(board: number, player: number, latestEvent: number): void {
    this.#sql.keepEnd.run(board, player, latestEvent);
  }

  /** Inside a commit, once the standing of all time names the latest event. */
  dropEnd(board: number, player: number): void {
    this.#sql.dropEnd.run(board, player);
  }
}

/** Wherever it is kept. */
const LATEST = `
  SELECT latest_event FROM standings
  WHERE board = ?1 AND player = ?2 AND period = (SELECT number FROM periods WHERE board = ?1 AND kind = 'all-time')
  UNION ALL SELECT latest_event FROM chain_ends WHERE board = ?1 AND player = ?2`;

// Each event is read once, with the one that names it: 200,000 of them take 0.2 s.
const BETWEEN = `
  WITH RECURSIVE chain (seq, points, at, counted, previous) AS (
    SELECT seq, points, at, counted, previous FROM events WHERE seq = (${LATEST})
    UNION ALL
    SELECT events.seq, events.points, events.at, events.counted, events.previous FROM chain JOIN events ON events.seq = chain.previous
  )
  SELECT seq, points, at, ${countedNow('chain')} FROM chain WHERE at >= ?3 AND at < ?4`;

const statements = (prepare: Prepare) => ({
  latest: prepare<{ readonly latest_event: number }, [board: number, player: number]>(LATEST),
  keepEnd: prepare<never, [board: number, player: number, latestEvent: number]>(
    `INSERT INTO chain_ends (board, player, latest_event) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET latest_event = excluded.latest_event`,
  ),
  dropEnd: prepare<never, [board: number, player: number]>('DELETE FROM chain_ends WHERE board = ? AND player = ?'),
});
