import { countedWords } from '../../domain/units/counted-words.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import { earnWords } from './part-words.ts';

export function EarnHeading() {
  return earnWords(countedWords('high', useNumberFormat()).head);
}
