import { DEFAULT_AVATAR, type StoredPlayer } from './stored-values.ts';

/** Begins whatever takes the place of what was erased. No name and no id that comes in begins with a space. */
const ERASED = ' erased ';

/** Who a player is once nobody is to know who they were. They keep their number, and with it their totals and ranks. */
export function erasedPlayer(number: number): StoredPlayer {
  return { number, username: `${ERASED}${number}`, displayName: 'Erased player', avatar: DEFAULT_AVATAR };
}

export function isErased({ username }: Pick<StoredPlayer, 'username'>): boolean {
  return username.startsWith(ERASED);
}

/** Whether an entry of the ledger, by its id, is of somebody who was erased. */
export function isErasedId(id: string): boolean {
  return id.startsWith(ERASED);
}

/** The id of what was a player's event on a board: the first one, the second, … */
export function erasedId(player: number, place: number): string {
  return `${ERASED}${player} ${place}`;
}
