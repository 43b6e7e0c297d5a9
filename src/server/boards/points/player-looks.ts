import { lookOf } from '../../../domain/names/look-of.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { Change, StoredPlayer } from '../../store/stored-values.ts';

/** Players per read. */
const AT_ONCE = 1000;

/** The looks of all players' names, read on first use: a hash of the look and the players with it, some 50 bytes a name. */
export class PlayerLooks {
  readonly #store: Pick<PointsStore, 'playerCount' | 'players'>;
  /** The first player with a look, and any others. */
  readonly #players = new Map<number, number>();
  readonly #others = new Map<number, Set<number>>();
  #known = 0;
  /** How many players were read, or are about to be. */
  #count = 0;
  /** The players among them who were renamed or got points since. */
  readonly #changed = new Set<number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: Pick<PointsStore, 'playerCount' | 'players'>) {
    this.#store = store;
  }

  /** Applies a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'player' && change.player.number <= this.#count) this.#changed.add(change.player.number);
    // An event may bring another display name.
    if (change.kind === 'recorded') for (const { player } of change.totals) if (player <= this.#count) this.#changed.add(player);
  }

  /** Reads players who arrived or changed since the last time. Resolves with how many are known: the highest number. */
  catchUp(): Promise<number> {
    return this.#inTurn(async () => {
      const changed = [...this.#changed];
      this.#changed.clear();
      for (let read = 0; read < changed.length; read += AT_ONCE)
        for (const player of await this.#store.players(changed.slice(read, read + AT_ONCE))) this.#add(player);
      this.#count = await this.#store.playerCount();
      while (this.#known < this.#count) {
        const next = Math.min(this.#count, this.#known + AT_ONCE);
        const numbers = Array.from({ length: next - this.#known }, (_, i) => this.#known + 1 + i);
        for (const player of await this.#store.players(numbers)) this.#add(player);
        this.#known = next;
      }
      return this.#known;
    });
  }

  /** A player other than `than` (by number) whose username or display name looks like `name`; `undefined` without one. */
  alike(name: string, than: number | undefined): Promise<StoredPlayer | undefined> {
    const look = lookOf(name);
    const mark = markOf(look);
    return this.#inTurn(async () => {
      const first = this.#players.get(mark);
      const numbers = first === undefined ? [] : [first, ...(this.#others.get(mark) ?? [])];
      for (let read = 0; read < numbers.length; read += AT_ONCE)
        for (const player of await this.#store.players(numbers.slice(read, read + AT_ONCE))) {
          // Hashes may collide.
          if (player.number !== than && looksOf(player).includes(look)) return player;
          if (!looksOf(player).some((each) => markOf(each) === mark)) this.#others.get(mark)?.delete(player.number);
        }
      return undefined;
    });
  }

  /** Runs reads one after another, because they change the maps that others read. */
  #inTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    return (this.#last = this.#last.then(read, read));
  }

  #add(player: StoredPlayer): void {
    for (const look of looksOf(player)) {
      const mark = markOf(look);
      const first = this.#players.get(mark);
      if (first === undefined) this.#players.set(mark, player.number);
      else if (first !== player.number) this.#others.set(mark, (this.#others.get(mark) ?? new Set()).add(player.number));
    }
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
