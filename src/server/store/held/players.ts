import { setImmediate as nextTurn } from 'node:timers/promises';

import { firstPlace } from '../../../domain/ascending.ts';
import type { StoredPlayer } from '../stored-values.ts';
import { NameIndex } from './name-index.ts';
import { PlayerDirectory, type SharedPlayers, type SharedSegment } from './player-directory.ts';
import { foldForSearch } from './search-key.ts';

/** A player's row. */
export type PlayerColumns = readonly [number: number, username: string, displayName: string, avatar: string, knownSince: number];

/** The players of a database, queried one by one until all are in memory. */
export interface PlayersInDatabase {
  numbered(number: number): PlayerColumns | undefined;
  /** Looks up a player by the key of `usernameKey`. */
  keyed(key: string): PlayerColumns | undefined;
  /** The player with the highest number. */
  newest(): PlayerColumns | undefined;
  /** At most `count` players after a number, in order; empty once the database is closed. */
  after(number: number, count: number): readonly PlayerColumns[];
}

/** Players read per turn of the event loop: some milliseconds. */
const READ_AT_ONCE = 2000;

/** All players by number (no gaps), name, search text and arrival. Loaded in part at first, then fully when one is missing. */
export class Players {
  readonly #directory: PlayerDirectory;
  readonly #names = new NameIndex((after, count) => this.#namesAfter(after, count));
  #newest = { number: 0, knownSince: -Infinity };
  /** `undefined` once all are in memory. */
  #unread: PlayersInDatabase | undefined;
  #reading: Promise<void> | undefined;
  readonly #whole = Promise.withResolvers<void>();

  /** `shared`: players of another thread, which is still reading them; once it is done, this one reads the rest with {@link readRest}. */
  constructor(unread?: PlayersInDatabase, shared?: SharedPlayers) {
    this.#directory = new PlayerDirectory(shared);
    this.#unread = unread;
    if (shared !== undefined) this.#reading = this.#whole.promise;
    const newest = unread?.newest();
    if (newest !== undefined) this.#newest = { number: newest[0], knownSince: newest[4] };
    if (shared === undefined) this.#readSome();
  }

  get count(): number {
    return this.#newest.number;
  }

  /** @throws {RangeError} for an unknown number. */
  numbered(number: number): StoredPlayer {
    const player = this.#find(number);
    if (player === undefined) throw new RangeError(`No player has the number ${number}`);
    return player;
  }

  /** By the key of `usernameKey`. */
  keyed(key: string): StoredPlayer | undefined {
    return this.#directory.named(key) ?? playerFrom(this.#database()?.keyed(key));
  }

  /** Numbers of the first `limit` players with a name that contains `text`. */
  async matching(text: string, limit: number): Promise<readonly number[]> {
    await this.readAll();
    return this.#names.matching(text, limit);
  }

  /** When a player arrived, in epoch milliseconds; never decreases with the number. @throws {RangeError} for an unknown number. */
  knownSince(number: number): number {
    if (number >= 1 && number <= this.#directory.count) return this.#directory.knownSince(number);
    const row = this.#database()?.numbered(number);
    if (row === undefined) throw new RangeError(`No player has the number ${number}`);
    return row[4];
  }

  /** The arrival of a new player: monotonic, even if the clock was set back. */
  nextKnownSince(receivedAt: number): number {
    return Math.max(this.#newest.knownSince, receivedAt);
  }

  /** How many players arrived before a moment. */
  knownBefore(at: number): number {
    return firstPlace(1, this.count + 1, (number) => this.knownSince(number) < at) - 1;
  }

  /** Adds the player with the next number, once the player is durable. */
  add(player: StoredPlayer, knownSince: number): void {
    this.#newest = { number: player.number, knownSince };
    // Until the rest is read, this player will be read along with it.
    if (this.#unread === undefined) this.#directory.add(player, knownSince);
  }

  /** Updates a player's names, once they are durable. */
  rename(player: StoredPlayer): void {
    if (player.number <= this.#directory.count) this.#directory.change(player);
    this.#names.rename(player.number, foldForSearch(player.username, player.displayName));
  }

  /** Initial players for another thread, which must receive the same changes as this one from now on. */
  shared(): SharedPlayers {
    return this.#directory.shared();
  }

  /** Segments that other threads can {@link adopt} after receiving everything that preceded the call. */
  newlyShared(): readonly SharedSegment[] {
    return this.#directory.newlyShared();
  }

  /** Saves memory by using another thread's segments. */
  adopt(segments: readonly SharedSegment[]): void {
    for (const segment of segments) this.#directory.adopt(segment);
  }

  #find(number: number): StoredPlayer | undefined {
    return this.#directory.numbered(number) ?? playerFrom(this.#database()?.numbered(number));
  }

  /** The database while players are unread; starts reading the rest. */
  #database(): PlayersInDatabase | undefined {
    if (this.#unread !== undefined) void this.readAll();
    return this.#unread;
  }

  /** Reads all players that are not in memory yet. */
  readAll(): Promise<void> {
    return (this.#reading ??= this.#readOn());
  }

  /** Reads all players that are not in memory yet, synchronously. */
  readRest(): void {
    while (this.#readSome());
    this.#whole.resolve();
  }

  async #readOn(): Promise<void> {
    do await nextTurn();
    while (this.#readSome());
  }

  /** Returns whether there may be more. */
  #readSome(): boolean {
    const rows = this.#unread?.after(this.#directory.count, READ_AT_ONCE) ?? [];
    for (const [number, username, displayName, avatar, knownSince] of rows) {
      // A gap: the database was changed by hand, so keep querying it.
      if (number !== this.#directory.count + 1) return false;
      this.#directory.add({ number, username, displayName, avatar }, knownSince);
    }
    if (rows.length < READ_AT_ONCE) this.#unread = undefined;
    return this.#unread !== undefined;
  }

  #namesAfter(after: number, count: number): readonly string[] {
    return Array.from({ length: Math.max(0, Math.min(this.count - after, count)) }, (_, i) => {
      const player = this.#find(after + i + 1);
      return player === undefined ? '' : foldForSearch(player.username, player.displayName);
    });
  }
}

function playerFrom(row: PlayerColumns | undefined): StoredPlayer | undefined {
  return row && { number: row[0], username: row[1], displayName: row[2], avatar: row[3] };
}
