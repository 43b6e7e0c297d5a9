import { countedWords } from '../../domain/units/counted-words.ts';
import { useNumberFormat } from '../ui/number-format.ts';

/** "Earn Points", in the site's own word for them. */
export function EarnHeading() {
  return `Earn ${countedWords('high', useNumberFormat()).head}`;
}
