import { lookOf } from '../../../domain/names/look-of.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { Change, StoredPlayer } from '../../store/stored-values.ts';

/** How many players are read at once. */
const AT_ONCE = 5000;

export interface PlayerLooksParts {
  readonly store: Pick<PointsStore, 'playerCount' | 'players'>;
}

/**
 * What the names of all players look like. It is read when somebody first asks, and takes some 50 bytes a player from then on: what
 * is remembered is a number made of the look, and who was first with it.
 */
export class PlayerLooks {
  readonly #parts: PlayerLooksParts;
  readonly #players = new Map<number, number>();
  #known = 0;

  constructor(parts: PlayerLooksParts) {
    this.#parts = parts;
  }

  /** Takes in a change of the store. */
  follow(change: Change): void {
    if (change.kind === 'player' && change.player.number <= this.#known) this.#add(change.player);
  }

  /** How many players are known here: the newest one's number. */
  get known(): number {
    return this.#known;
  }

  /** Reads who came since the last time. One at a time. */
  async catchUp(): Promise<void> {
    const count = await this.#parts.store.playerCount();
    while (this.#known < count) {
      const next = Math.min(count, this.#known + AT_ONCE);
      const numbers = Array.from({ length: next - this.#known }, (_, i) => this.#known + 1 + i);
      for (const player of await this.#parts.store.players(numbers)) this.#add(player);
      this.#known = next;
    }
  }

  /** Somebody whose name looks like this; `undefined` if nobody's does. */
  async alike(username: string): Promise<StoredPlayer | undefined> {
    const look = lookOf(username);
    const number = this.#players.get(markOf(look));
    if (number === undefined) return undefined;
    const [player] = await this.#parts.store.players([number]);
    // They may be called otherwise by now, and two looks may have one mark.
    return lookOf(player!.username) === look ? player : undefined;
  }

  #add({ number, username }: StoredPlayer): void {
    const mark = markOf(lookOf(username));
    if (!this.#players.has(mark)) this.#players.set(mark, number);
  }
}

/** A whole number below 2^53, of which two looks hardly ever have the same: FNV-1a, twice. */
function markOf(look: string): number {
  let [high, low] = [0x811c9dc5, 0x01234567];
  for (let i = 0; i < look.length; i += 1) {
    high = Math.imul(high ^ look.charCodeAt(i), 0x01000193);
    low = Math.imul(low ^ look.charCodeAt(i), 0x01000193);
  }
  return (high >>> 11) * 2 ** 32 + (low >>> 0);
}
