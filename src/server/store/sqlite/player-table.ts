import type { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { firstPlace } from '../../../domain/ascending.ts';
import { usernameKey } from '../../../domain/names/username-key.ts';
import { DEFAULT_AVATAR, type NewEvent, type StoredPlayer } from '../stored-values.ts';
import type { Commits } from './file/commits.ts';
import { NameIndex, type NamedPlayer } from '../held/name-index.ts';
import { checksumOf } from './rows/checksum.ts';
import type { LedgerWrite, PlayerColumns } from './rows/ledger-write.ts';
import { PlayerDirectory } from '../held/player-directory.ts';
import { type Prepare, preparing } from './rows/query.ts';
import { foldForSearch } from '../held/search-key.ts';

/** A player as `players` has them. */
export interface PlayerRow {
  readonly number: number;
  readonly username: string;
  readonly display_name: string;
  readonly avatar: string;
}

interface NewestRow {
  readonly number: number;
  readonly known_since: number;
}

export function playerFrom({ number, username, display_name: displayName, avatar }: PlayerRow): StoredPlayer {
  return { number, username, displayName, avatar };
}

/** Players read between two turns of the event loop: some milliseconds. */
const READ_AT_ONCE = 2000;

/**
 * Players by number, by name, by what is searched, and by when they came. Numbers have no gaps: players are never taken away.
 * All are held in memory. Many are read when somebody is first asked for; until then the database is asked.
 */
export class PlayerTable {
  readonly #sql: ReturnType<typeof statements>;
  readonly #directory = new PlayerDirectory();
  #isWhole = false;
  readonly #after: ReturnType<typeof playersAfter>;
  /** Begins to read the others, if there are any; once. */
  #readOn: (() => void) | undefined;
  /** Those whom the commit under way added or renamed. */
  #changed: StoredPlayer[] = [];
  #renamed: PlayerColumns[] = [];
  /** By number. */
  readonly #added = new Map<number, PlayerColumns>();
  readonly #names: NameIndex;
  /** The newest player, and when they came; `undefined` if the database must be asked. */
  #newest: NewestRow | undefined;

  constructor(database: DatabaseSync, commits: Commits) {
    this.#sql = statements(preparing(database));
    this.#names = new NameIndex((after, count) => this.#sql.namesAfter.all(after, count));
    commits.whenOneFails(() => {
      this.#newest = undefined;
      this.#forgetCommit();
    });
    commits.whenDurable(() => this.#remember());
    this.#after = playersAfter(database);
    this.#readOn = this.#read() ? () => void this.#readAll(database) : undefined;
  }

  /** In the order of the numbers. @throws {RangeError} for a number nobody has. */
  numbered(numbers: readonly number[]): readonly StoredPlayer[] {
    return numbers.map((number) => {
      const player = this.#directory.numbered(number);
      if (player !== undefined) return player;
      this.#readOn?.();
      const row = this.#sql.numbered.get(number);
      if (row === undefined) throw new RangeError(`No player has the number ${number}`);
      return playerFrom(row);
    });
  }

  /** Ignoring case and Unicode form. */
  named(username: string): StoredPlayer | undefined {
    return this.keyed(usernameKey(username));
  }

  /** By what `usernameKey` makes of their name. */
  keyed(key: string): StoredPlayer | undefined {
    const player = this.#directory.named(key);
    if (player !== undefined || this.#isWhole) return player;
    this.#readOn?.();
    const row = this.#sql.named.get(key);
    return row && playerFrom(row);
  }

  /** Epoch milliseconds. @throws {RangeError} for a number nobody has. */
  knownSince(player: number): number {
    const row = this.#sql.knownSince.get(player);
    if (row === undefined) throw new RangeError(`No player has the number ${player}`);
    return row.known_since;
  }

  count(): number {
    return this.#sql.newest.get()?.number ?? 0;
  }

  /** How many had come before a moment, in epoch milliseconds. */
  knownBefore(at: number): number {
    return firstPlace(1, this.count() + 1, (number) => this.knownSince(number) < at) - 1;
  }

  /** Numbers of the first `limit` players one of whose names contains `text`. */
  matching(text: string, limit: number): Promise<readonly number[]> {
    return this.#names.matching(text, limit);
  }

  /** A new player, of an event. They are to be written with the commit, as {@link written} has them. */
  add({ username, displayName = username, avatar = DEFAULT_AVATAR, receivedAt }: NewEvent): StoredPlayer {
    const newest = this.#newest ?? this.#sql.newest.get() ?? { number: 0, known_since: -Infinity };
    // A clock that was set back must not take the order from what is searched by halving.
    this.#newest = { number: newest.number + 1, known_since: Math.max(newest.known_since, receivedAt) };
    const player = { number: this.#newest.number, username, displayName, avatar };
    this.#added.set(player.number, columnsOf(player, this.#newest.known_since));
    this.#changed.push(player);
    return player;
  }

  /** The player with the name and picture that an event brings, to be written with the commit if they are new. */
  updated(player: StoredPlayer, { displayName = player.displayName, avatar = player.avatar }: NewEvent): StoredPlayer {
    if (displayName === player.displayName && avatar === player.avatar) return player;
    const renamed = { ...player, displayName, avatar };
    this.#renamed.push(columnsOf(renamed, this.#added.get(player.number)?.[6] ?? this.knownSince(player.number)));
    this.#changed.push(renamed);
    return renamed;
  }

  /** Calls a player otherwise, inside a commit. @throws {RangeError} for a number nobody has. */
  call(player: StoredPlayer): void {
    const row = columnsOf(player, this.knownSince(player.number));
    const [number, username, fold, displayName, avatar, searched] = row;
    this.#sql.call.run(username, fold, displayName, avatar, searched, checksumOf(row), number);
    this.#changed.push(player);
  }

  /** What the commit under way is to write of players. */
  get written(): Pick<LedgerWrite, 'playersAdded' | 'playersRenamed'> {
    return { playersAdded: [...this.#added.values()], playersRenamed: this.#renamed };
  }

  /** Those who are not read yet will be, as they are then. */
  #remember(): void {
    for (const player of this.#changed) {
      if (player.number <= this.#directory.count) this.#directory.change(player);
      else if (this.#isWhole) this.#directory.add(player);
      this.#names.rename(player.number, foldForSearch(player.username, player.displayName));
    }
    this.#forgetCommit();
  }

  #forgetCommit(): void {
    this.#changed = [];
    this.#renamed = [];
    this.#added.clear();
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
function columnsOf({ number, username, displayName, avatar }: StoredPlayer, knownSince: number): PlayerColumns {
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
