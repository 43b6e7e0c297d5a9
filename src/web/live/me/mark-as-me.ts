import { notify } from '../../ui/floating/notice.ts';
import { writeMe, type Me } from './me.ts';
import { forgetVisits } from './visits.ts';
import { ME } from './me-words.ts';

/** Marks a player as the visitor, only in this browser; `undefined` removes the mark. */
export function markAsMe(me: Me | undefined): void {
  forgetVisits();
  writeMe(me);
  notify(me === undefined ? ME.notMarked : ME.marked);
}
