import { DEFAULT_AVATAR, type StoredPlayer } from '../../store/stored-values.ts';

/** Stands for a player in the archive who is not shown. Nobody can be called what begins with a space. */
export function hiddenPlayer(number: number, rank: number): StoredPlayer {
  return { number, username: ` ${rank}`, displayName: 'Hidden player', avatar: DEFAULT_AVATAR };
}
