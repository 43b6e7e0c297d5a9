import { lookOf } from '../../../domain/names/look-of.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { Change, StoredPlayer } from '../../store/stored-values.ts';
import { InTurn } from './in-turn.ts';

/** Players per read. */
const AT_ONCE = 5000;

/** Players per read of those with a look: the first of them is usually enough. */
const ALIKE_AT_ONCE = 500;

/** The looks of all players' names, read on first use: a hash of the look and the players with it, some 50 bytes a name. */
export class PlayerLooks {
  readonly #store: Pick<PointsStore, 'playerCount' | 'players'>;
  /** The player with a look, or several. */
  readonly #players = new Map<number, number | Set<number>>();
  #known = 0;
  /** Known players who were renamed, or have new points, since they were read. */
  readonly #changed = new Set<number>();
  readonly #reads = new InTurn();

  constructor(store: Pick<PointsStore, 'playerCount' | 'players'>) {
    this.#store = store;
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    // An event may bring another display name.
    const players = change.kind === 'recorded' ? change.totals.map(({ player }) => player) : [];
    if (change.kind === 'player') players.push(change.player.number);
    for (const player of players) if (player <= this.#known) this.#changed.add(player);
  }

  /** Reads players who arrived or changed since the last time. Resolves with how many are known: the highest number. */
  catchUp(): Promise<number> {
    return this.#reads.run(async () => {
      const changed = [...this.#changed];
      this.#changed.clear();
      await this.#read(changed);
      const count = await this.#store.playerCount();
      while (this.#known < count) {
        const numbers = Array.from({ length: Math.min(AT_ONCE, count - this.#known) }, (_, i) => this.#known + 1 + i);
        // Known from now on: they may change while they are read.
        this.#known += numbers.length;
        await this.#read(numbers);
      }
      return this.#known;
    });
  }

  /** A player other than `than` (by number) whose username or display name looks like `name`; `undefined` if there is none. */
  alike(name: string, than: number | undefined): Promise<StoredPlayer | undefined> {
    const look = lookOf(name);
    const mark = markOf(look);
    return this.#reads.run(async () => {
      const numbers = this.#marked(mark);
      for (let read = 0; read < numbers.length; read += ALIKE_AT_ONCE) {
        const players = await this.#store.players(numbers.slice(read, read + ALIKE_AT_ONCE));
        // They may have been renamed, and hashes may collide.
        for (const player of players) if (!looksOf(player).some((each) => markOf(each) === mark)) this.#forget(mark, player.number);
        const found = players.find((player) => player.number !== than && looksOf(player).includes(look));
        if (found !== undefined) return found;
      }
      return undefined;
    });
  }

  /** If that fails, they are read the next time. */
  async #read(numbers: readonly number[]): Promise<void> {
    try {
      for (let read = 0; read < numbers.length; read += AT_ONCE)
        for (const player of await this.#store.players(numbers.slice(read, read + AT_ONCE))) this.#add(player);
    } catch (error) {
      for (const number of numbers) this.#changed.add(number);
      throw error;
    }
  }

  #marked(mark: number): readonly number[] {
    const known = this.#players.get(mark) ?? [];
    return typeof known === 'number' ? [known] : [...known];
  }

  #add(player: StoredPlayer): void {
    for (const look of looksOf(player)) {
      const mark = markOf(look);
      const known = this.#players.get(mark);
      if (known === undefined) this.#players.set(mark, player.number);
      else if (typeof known === 'object') known.add(player.number);
      else if (known !== player.number) this.#players.set(mark, new Set([known, player.number]));
    }
  }

  #forget(mark: number, number: number): void {
    const known = this.#players.get(mark);
    if (typeof known === 'object') known.delete(number);
    else this.#players.delete(mark);
  }
}

/** The looks of a player's names; others see the display name. */
function looksOf({ username, displayName }: Pick<StoredPlayer, 'username' | 'displayName'>): readonly string[] {
  return displayName === username ? [lookOf(username)] : [lookOf(username), lookOf(displayName)];
}

/** A 53-bit hash with few collisions: FNV-1a, twice. */
function markOf(look: string): number {
  let [high, low] = [0x811c9dc5, 0x01234567];
  for (let i = 0; i < look.length; i += 1) {
    high = Math.imul(high ^ look.charCodeAt(i), 0x01000193);
    low = Math.imul(low ^ look.charCodeAt(i), 0x01000193);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
