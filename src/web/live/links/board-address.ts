import { DEFAULT_BOARD } from '../../../contract/live-source.ts';

/** A board as addresses say it: the default one needs no name there. */
export function boardInAddress(name: string): string {
  return name === DEFAULT_BOARD ? '' : name;
}
