import type { LiveBoardView } from '../../../contract/page-answers.ts';

/** Whether a board is shown as it is now: not a period that is over, and no moment that was. */
export function isPresent({ later, moment }: LiveBoardView): boolean {
  return later === null && moment === null;
}
