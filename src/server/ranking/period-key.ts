import type { PeriodKind, PeriodSpan } from '../../domain/calendar.ts';
import type { PeriodKey } from '../store/points-store.ts';

export function keyOf(board: string, { kind, start }: PeriodSpan): PeriodKey {
  return { board, kind, start };
}

export function textOf({ board, kind, start }: PeriodKey): string {
  return `${board} ${kind} ${start}`;
}

/** The key of which {@link textOf} is the text: a board's name has no spaces. */
export function keyFrom(text: string): PeriodKey {
  const [board, kind, start] = text.split(' ') as [string, PeriodKind, string];
  return { board, kind, start: Number(start) };
}

/** Under which name the store keeps how many of a closed period were not shown when it was closed. */
export function unshownIn(period: PeriodKey): string {
  return `unshown in ${textOf(period)}`;
}
