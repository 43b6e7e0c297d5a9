import { firstPlace } from '../../../../domain/ascending.ts';
import { grown } from '../../grown.ts';
import { NameIndex } from '../../held/name-index.ts';
import { PlayerDirectory } from '../../held/player-directory.ts';
import type { KnownPlayers } from '../../held/state.ts';
import { foldForSearch } from '../../held/search-key.ts';
import type { StoredPlayer } from '../../stored-values.ts';

/** Everybody in memory. */
export class HeldPlayers implements KnownPlayers {
  readonly #directory = new PlayerDirectory();
  readonly #names = new NameIndex((after, count) => this.#namesAfter(after, count));
  /** Of player 1, 2, …, in epoch milliseconds; never falls. */
  #knownSince = new Float64Array(1024);

  get count(): number {
    return this.#directory.count;
  }

  numbered(number: number): StoredPlayer {
    const player = this.#directory.numbered(number);
    if (player === undefined) throw new RangeError(`No player has the number ${number}`);
    return player;
  }

  keyed(key: string): StoredPlayer | undefined {
    return this.#directory.named(key);
  }

  matching(text: string, limit: number): Promise<readonly number[]> {
    return this.#names.matching(text, limit);
  }

  nextKnownSince(receivedAt: number): number {
    return this.count === 0 ? receivedAt : Math.max(this.#knownSince[this.count - 1]!, receivedAt);
  }

  knownBefore(at: number): number {
    return firstPlace(0, this.count, (place) => this.#knownSince[place]! < at);
  }

  knownSince(number: number): number {
    if (!(number >= 1 && number <= this.count)) throw new RangeError(`No player has the number ${number}`);
    return this.#knownSince[number - 1]!;
  }

  /** The one with the next number. */
  add(player: StoredPlayer, knownSince: number): void {
    if (this.count === this.#knownSince.length) this.#knownSince = grown(this.#knownSince, new Float64Array(this.count * 2));
    this.#knownSince[this.count] = knownSince;
    this.#directory.add(player);
  }

  rename(player: StoredPlayer): void {
    this.#directory.change(player);
    this.#names.rename(player.number, foldForSearch(player.username, player.displayName));
  }

  #namesAfter(after: number, count: number) {
    const last = Math.min(this.count, after + count);
    return Array.from({ length: Math.max(0, last - after) }, (_, i) => {
      const { number, username, displayName } = this.numbered(after + i + 1);
      return { number, searched: foldForSearch(username, displayName) };
    });
  }
}
