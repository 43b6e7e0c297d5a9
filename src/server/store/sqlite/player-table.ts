import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { firstPlace } from '../../../domain/ascending.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import type { KnownPlayers } from '../held/state.ts';
import type { StoredPlayer } from '../stored-values.ts';
import { NameIndex, type NamedPlayer } from '../held/name-index.ts';
import { checksumOf } from './rows/checksum.ts';
import type { PlayerColumns } from './rows/ledger-write.ts';
import { PlayerDirectory } from '../held/player-directory.ts';
import { type Prepare, preparing } from './rows/query.ts';
import { foldForSearch } from '../held/search-key.ts';

/** A player as `players` has them. */
interface PlayerRow {
  readonly number: number;
  readonly username: string;
  readonly display_name: string;
  readonly avatar: string;
}

interface NewestRow {
  readonly number: number;
  readonly known_since: number;
}

function playerFrom({ number, username, display_name: displayName, avatar }: PlayerRow): StoredPlayer {
  return { number, username, displayName, avatar };
}

/** Players read between two turns of the event loop: some milliseconds. */
const READ_AT_ONCE = 2000;

/**
 * Players by number, by name, by what is searched, and by when they came. Numbers have no gaps: players are never taken away.
 * All are held in memory. Many are read when somebody is first asked for; until then the database is asked.
 */
export class PlayerTable implements KnownPlayers {
  readonly #sql: ReturnType<typeof statements>;
  readonly #directory = new PlayerDirectory();
  #isWhole = false;
  readonly #after: ReturnType<typeof playersAfter>;
  /** Begins to read the others, if there are any; once. */
  #readOn: (() => void) | undefined;
  readonly #names: NameIndex;
  /** The newest player, and when they came. */
  #newest: NewestRow;

  constructor(database: DatabaseSync) {
    this.#sql = statements(preparing(database));
    this.#names = new NameIndex((after, count) => this.#sql.namesAfter.all(after, count));
    this.#newest = this.#sql.newest.get() ?? { number: 0, known_since: -Infinity };
    this.#after = playersAfter(database);
    this.#readOn = this.#read() ? () => void this.#readAll(database) : undefined;
  }

  get count(): number {
    return this.#newest.number;
  }

  numbered(number: number): StoredPlayer {
    const player = this.#directory.numbered(number);
    if (player !== undefined) return player;
    this.#readOn?.();
    const row = this.#sql.numbered.get(number);
    if (row === undefined) throw new RangeError(`No player has the number ${number}`);
    return playerFrom(row);
  }

  keyed(key: string): StoredPlayer | undefined {
    const player = this.#directory.named(key);
    if (player !== undefined || this.#isWhole) return player;
    this.#readOn?.();
    const row = this.#sql.named.get(key);
    return row && playerFrom(row);
  }

  knownSince(player: number): number {
    const row = this.#sql.knownSince.get(player);
    if (row === undefined) throw new RangeError(`No player has the number ${player}`);
    return row.known_since;
  }

  knownBefore(at: number): number {
    return firstPlace(1, this.count + 1, (number) => this.knownSince(number) < at) - 1;
  }

  nextKnownSince(receivedAt: number): number {
    return Math.max(this.#newest.known_since, receivedAt);
  }

  matching(text: string, limit: number): Promise<readonly number[]> {
    return this.#names.matching(text, limit);
  }

  /** Calls a player otherwise, inside a commit. @throws {RangeError} for a number nobody has. */
  call(player: StoredPlayer): void {
    const row = playerColumns(player, this.knownSince(player.number));
    const [number, username, fold, displayName, avatar, searched] = row;
    this.#sql.call.run(username, fold, displayName, avatar, searched, checksumOf(row), number);
  }

  /** The one with the next number, once they are durable. One who is not read yet will be, as they are then. */
  add(player: StoredPlayer, knownSince: number): void {
    this.#newest = { number: player.number, known_since: knownSince };
    if (this.#isWhole && player.number > this.#directory.count) this.#directory.add(player);
  }

  rename(player: StoredPlayer): void {
    if (player.number <= this.#directory.count) this.#directory.change(player);
    this.#names.rename(player.number, foldForSearch(player.username, player.displayName));
  }

  async #readAll(database: DatabaseSync): Promise<void> {
    this.#readOn = undefined;
    do {
      await nextTurn();
    } while (database.isOpen && this.#read());
  }

  /** Reads some, and tells whether there may be more. */
  #read(): boolean {
    const rows = this.#after.all(this.#directory.count, READ_AT_ONCE);
    for (const [number, username, displayName, avatar] of rows) {
      // Somebody is missing: the database was changed by hand, and is asked itself.
      if (number !== this.#directory.count + 1) return false;
      this.#directory.add({ number, username, displayName, avatar });
    }
    this.#isWhole = rows.length < READ_AT_ONCE;
    return !this.#isWhole;
  }
}

/** A player as `players` has them. */
export function playerColumns({ number, username, displayName, avatar }: StoredPlayer, knownSince: number): PlayerColumns {
  return [number, username, usernameKey(username), displayName, avatar, foldForSearch(username, displayName), knownSince];
}

type ReadColumns = readonly [number: number, username: string, displayName: string, avatar: string];

function playersAfter(database: DatabaseSync) {
  return preparing(
    database,
    'arrays',
  )<ReadColumns, [after: number, count: number]>(
    'SELECT number, username, display_name, avatar FROM players WHERE number > ? ORDER BY number LIMIT ?',
  );
}

const statements = (prepare: Prepare) => ({
  call: prepare<
    never,
    [username: string, fold: string, displayName: string, avatar: string, searched: string, checksum: number, number: number]
  >('UPDATE players SET username = ?, fold = ?, display_name = ?, avatar = ?, searched = ?, checksum = ? WHERE number = ?'),
  numbered: prepare<PlayerRow, [number: number]>('SELECT number, username, display_name, avatar FROM players WHERE number = ?'),
  named: prepare<PlayerRow, [fold: string]>('SELECT number, username, display_name, avatar FROM players WHERE fold = ?'),
  namesAfter: prepare<NamedPlayer, [after: number, count: number]>(
    'SELECT number, searched FROM players WHERE number > ? ORDER BY number LIMIT ?',
  ),
  knownSince: prepare<{ readonly known_since: number }, [number: number]>('SELECT known_since FROM players WHERE number = ?'),
  newest: prepare<NewestRow>('SELECT number, known_since FROM players ORDER BY number DESC LIMIT 1'),
});
