import { DEFAULT_AVATAR, type StoredPlayer } from '../../store/stored-values.ts';

/** Replaces a hidden player in an archive. No username begins with a space. */
export function hiddenPlayer(number: number, rank: number): StoredPlayer {
  return { number, username: ` ${rank}`, displayName: 'Hidden player', avatar: DEFAULT_AVATAR };
}
