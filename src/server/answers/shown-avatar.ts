import { DEFAULT_AVATAR, type StoredPlayer } from '../store/stored-values.ts';

/** The emoji a page shows a player with; `''` where they have none of their own and their initials say more. */
export function shownAvatar({ avatar }: StoredPlayer): string {
  return avatar === DEFAULT_AVATAR ? '' : avatar;
}
