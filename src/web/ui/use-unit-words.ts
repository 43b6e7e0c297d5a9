import type { UnitWords } from '../../domain/units/counted-words.ts';
import { unitWords } from '../../domain/units/unit-words.ts';
import { useNumberFormat } from './number-format.ts';

/** How the totals of a board are written, in the visitor's language. */
export function useUnitWords(board: Parameters<typeof unitWords>[0]): UnitWords {
  'use memo';
  return unitWords(board, useNumberFormat());
}
