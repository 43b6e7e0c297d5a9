import type { DatabaseSync } from 'node:sqlite';

import { usernameKey } from '../../../domain/names/username-key.ts';
import type { PlayerColumns, PlayersInDatabase } from '../held/players.ts';
import { foldForSearch } from '../held/search-key.ts';
import type { StoredPlayer } from '../stored-values.ts';
import { preparing } from './file/queries.ts';
import type { PlayerRow } from './file/ledger-write.ts';

export function playerRow({ number, username, displayName, avatar }: StoredPlayer, knownSince: number): PlayerRow {
  return [number, username, usernameKey(username), displayName, avatar, foldForSearch(username, displayName), knownSince];
}

export function playersIn(database: DatabaseSync): PlayersInDatabase {
  const prepare = preparing(database, 'arrays');
  const players = 'SELECT number, username, display_name, avatar, known_since FROM players';
  const numbered = prepare<PlayerColumns, [number: number]>(`${players} WHERE number = ?`);
  const keyed = prepare<PlayerColumns, [fold: string]>(`${players} WHERE fold = ?`);
  const newest = prepare<PlayerColumns>(`${players} ORDER BY number DESC LIMIT 1`);
  const after = prepare<PlayerColumns, [after: number, count: number]>(`${players} WHERE number > ? ORDER BY number LIMIT ?`);
  return {
    numbered: (number) => numbered.get(number),
    keyed: (key) => keyed.get(key),
    newest: () => newest.get(),
    after: (number, count) => (database.isOpen ? after.all(number, count) : []),
  };
}
