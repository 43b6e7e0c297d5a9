import { usernameKey } from '../../../../domain/names/username-key.ts';
import type { Prepare } from '../rows/query.ts';
import { foldForSearch } from '../../held/search-key.ts';
import type { Differences } from './differences.ts';

interface PlayerNames {
  readonly number: number;
  readonly username: string;
  readonly fold: string;
  readonly display_name: string;
  readonly searched: string;
  readonly known_since: number;
}

/** Players are found by their folded names, and who was known at a moment by halving: so moments never fall. */
export function auditPlayers(prepare: Prepare, differences: Differences): void {
  const players = prepare<PlayerNames>('SELECT number, username, fold, display_name, searched, known_since FROM players ORDER BY number');
  let newest = -Infinity;
  for (const { number, username, fold, display_name: displayName, searched, known_since: knownSince } of players.iterate()) {
    if (fold !== usernameKey(username)) differences.add(`player ${number}: is kept under "${fold}", and is called "${username}"`);
    if (searched !== foldForSearch(username, displayName)) differences.add(`player ${number}: is not searched by the names they have`);
    if (knownSince < newest) differences.add(`player ${number}: known before the player who came first`);
    newest = knownSince;
  }
}
