import type { LiveStanding } from '../../../contract/page-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';

/** How far it is to whoever is right above, whichever way the board counts. */
export function ToNext({ standing, above }: { readonly standing: LiveStanding; readonly above: LiveStanding }) {
  const format = useNumberFormat();
  const gap = Math.abs(above.points - standing.points);
  return gap === 0 ? 'level' : format.count(gap);
}
