import type { PlayerPage } from '../../../contract/player-answers.ts';

/** Whether the operator took the player off the boards: then their page tells nothing but that. */
export function isRemoved({ boards }: Pick<PlayerPage, 'boards'>): boolean {
  return boards.some(({ places }) => places.some(({ place }) => place.kind === 'absent' && place.absence.reason === 'removed'));
}
