import type { DatabaseSync } from 'node:sqlite';

import { countStandings, foldAsRead, loadState, loadTotals } from '../held/loading.ts';
import { Players } from '../held/players.ts';
import type { Queryable } from '../held/queryable.ts';
import { State } from '../held/state.ts';
import { MOST_BEHIND } from '../held/totals-block.ts';
import { DOCUMENTS } from './file/meta-table.ts';
import { playersIn } from './players.ts';
import { newestSeq, positionIn } from './file/position.ts';

/** Periods joined with their other tables. `since` is unused here. */
const HELD_PERIODS = `(
  SELECT *, 0 AS since, closed_at IS NULL AND EXISTS (SELECT 1 FROM closings WHERE period = periods.number) AS sealed,
    (SELECT at FROM reopenings WHERE period = periods.number AND closed_at IS NOT NULL ORDER BY number DESC LIMIT 1) AS reopened_at
  FROM periods)`;

type FoldedColumns = readonly [seq: number, board: number, player: number, points: number, at: number, counted: number];

/** The state of a database without totals, as its connection reads it. */
export async function loadedOutline(database: DatabaseSync, db: Queryable, players = new Players(playersIn(database))): Promise<State> {
  const { newestSeq, others } = positionIn(database)();
  const state = new State(players, newestSeq + others);
  const boards = `(SELECT *, ${state.position} AS position FROM boards)`;
  await loadState(db, { boards, periods: HELD_PERIODS, documents: DOCUMENTS }, state);
  return state;
}

/** The state of a database, as its connection reads it. Only part of the players is read. */
export async function loadedState(database: DatabaseSync, db: Queryable): Promise<State> {
  const state = await loadedOutline(database, db);
  const newest = newestSeq(database)();
  const through = await loadTotals(db, state);
  const latest = await db.columns<FoldedColumns>('SELECT seq, board, player, points, at, counted FROM events WHERE seq > $1 ORDER BY seq', [
    newest - MOST_BEHIND,
  ]);
  for (const [seq, board, player, points, at, counted] of latest) foldAsRead(state, { seq, board, player, points, at, counted }, through);
  countStandings(state);
  return state;
}
