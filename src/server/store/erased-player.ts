import { DEFAULT_AVATAR, type StoredPlayer } from './stored-values.ts';

/** Prefix of everything that replaces erased data. Names and ids from outside never begin with a space. */
const ERASED = ' erased ';

/** The placeholder for an erased player, who keeps their number and therefore their totals and ranks. */
export function erasedPlayer(number: number): StoredPlayer {
  return { number, username: `${ERASED}${number}`, displayName: 'Erased player', avatar: DEFAULT_AVATAR };
}

export function isErased({ username }: Pick<StoredPlayer, 'username'>): boolean {
  return username.startsWith(ERASED);
}

/** Whether the event with this id belonged to an erased player. */
export function isErasedId(id: string): boolean {
  return id.startsWith(ERASED);
}

/** The id that replaces that of a player's nth event on a board. */
export function erasedId(player: number, place: number): string {
  return `${ERASED}${player} ${place}`;
}
