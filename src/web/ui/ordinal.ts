import { ordinalEnding } from '../../domain/ordinal.ts';

/** A rank in English words: 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function ordinal(rank: number): string {
  return `${rank}${ordinalEnding(rank)}`;
}
