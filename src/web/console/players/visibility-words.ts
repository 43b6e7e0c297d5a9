import type { ApiAnyPlayer } from '../../../contract/operation/lookup-answers.ts';

/** Who sees a player, in words. */
export function visibilityWords({ state, reason }: Pick<ApiAnyPlayer, 'state' | 'reason'>): string {
  switch (state) {
    case 'shown':
      return 'Shown';
    case 'hidden':
      return 'Hidden';
    case 'removed':
      return reason === null ? 'Removed' : `Removed: ${reason}`;
    case 'erased':
      return 'Erased';
  }
}
