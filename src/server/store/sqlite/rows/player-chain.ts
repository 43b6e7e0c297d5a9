import type { DatabaseSync } from 'node:sqlite';

import { countedNow } from '../../held/columns.ts';
import type { ChainedEvent } from '../../rules/entry.ts';
import { preparing } from './query.ts';

/** Walks along the chain of a player's events: `latest` is the `seq` of the last one. Gives those of [from, to) by their own times (columns), the newest first by `seq`. */
export function playerChain(database: DatabaseSync): (latest: number, from: number, to: number) => readonly ChainedEvent[] {
  const between = preparing(database, 'arrays')<ChainedEvent, [latest: number, from: number, to: number]>(BETWEEN);
  return (latest, from, to) => between.all(latest, from, to);
}

// Each event is read once, with the one that names it: 200,000 of them take 0.2 s.
const BETWEEN = `
  WITH RECURSIVE chain (seq, points, at, counted, previous) AS (
    SELECT seq, points, at, counted, previous FROM events WHERE seq = ?1
    UNION ALL
    SELECT events.seq, events.points, events.at, events.counted, events.previous FROM chain JOIN events ON events.seq = chain.previous
  )
  SELECT seq, points, at, ${countedNow('chain')} FROM chain WHERE at >= ?2 AND at < ?3`;
