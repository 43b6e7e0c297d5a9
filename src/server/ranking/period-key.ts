import type { PeriodSpan } from '../../domain/calendar.ts';
import type { PeriodKey } from '../store/stored-values.ts';

export function keyOf(board: string, { kind, start }: Pick<PeriodSpan, 'kind' | 'start'>): PeriodKey {
  return { board, kind, start };
}

export function textOf({ board, kind, start }: PeriodKey): string {
  return `${board} ${kind} ${start}`;
}
