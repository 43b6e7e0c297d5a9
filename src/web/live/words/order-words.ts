import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import type { NumberFormat } from '../../ui/number-format.ts';

/** What comes first, as a sentence, where that is not the most: "Fastest time first." `''` where it is. */
export function orderWords(board: ApiBoard | undefined, format: NumberFormat): string {
  if (board?.direction !== 'low') return '';
  const { lead } = unitWords(board, format);
  return `${lead.replace(/^./, (letter) => letter.toUpperCase())} first.`;
}
