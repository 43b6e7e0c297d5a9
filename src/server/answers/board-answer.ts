import type { ApiBoard } from '../../contract/parts/answer-parts.ts';
import type { BoardSettings } from '../store/stored-values.ts';

/** A board as the API tells it. */
export function boardAnswer({ name, title, scoring, direction, calendar, unit, state }: BoardSettings): ApiBoard {
  return { name, title, scoring, direction, timeZone: calendar.timeZone, weekStart: calendar.weekStart, unit, state };
}
