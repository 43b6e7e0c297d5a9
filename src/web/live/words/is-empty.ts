import type { LiveBoardView } from '../../../contract/page-answers.ts';

/** Whether nobody is to be seen on a board. */
export function isEmpty({ podium }: LiveBoardView): boolean {
  return podium.every(({ holder }) => holder.kind === 'awaiting');
}
