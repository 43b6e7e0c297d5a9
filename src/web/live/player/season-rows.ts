import type { PlayerHistory, PlayerPage } from '../../../contract/player-answers.ts';
import { finishedKind } from '../../../domain/calendar.ts';
import { byTime } from '../../../domain/history/seasons.ts';
import type { PlaceInPeriod } from '../words/rank-words.ts';
import { calendarDay } from '../words/time-words.ts';

type PastPlace = PlayerHistory['history'][number];

/** A period with points, by its first day; without `place`, the player had none. `isOpen`: it may still change. */
export interface Square {
  readonly day: string;
  readonly place?: Omit<PastPlace, 'day'>;
  readonly isOpen: boolean;
}

/** The squares of a year ("2026") or month ("2026-11"), oldest first. */
export interface SeasonRow {
  readonly name: string;
  readonly squares: readonly Square[];
}

/**
 * Recent results that are not final places yet: the last period while it is under review, and the current one. `places`: the player's
 * current places, by kind.
 */
export function openSquares(
  { kind, last }: Pick<PlayerPage['chosen'], 'kind' | 'last'>,
  places: readonly PlaceInPeriod[],
  timeZone: string,
) {
  const now = places.find(({ period }) => period.kind === finishedKind(kind));
  const squares: Square[] = [];
  if (last !== null && last.period.state !== 'final') squares.push({ day: last.day, place: last, isOpen: true });
  if (now?.place.kind === 'ranked' && now.period.start !== null)
    squares.push({ day: calendarDay(Date.parse(now.period.start), timeZone), place: now.place, isOpen: true });
  return squares;
}

/** Final places, missed periods and open periods as rows of years or months, oldest first. */
export function seasonRows({ history, missed }: PlayerHistory, open: readonly Square[], rows: PlayerPage['chosen']['rows']): SeasonRow[] {
  const known = new Set(history.map(({ day }) => day));
  const squares: Square[] = [
    ...history.map(({ day, ...place }) => ({ day, place, isOpen: false })),
    ...missed.map((day) => ({ day, isOpen: false })),
    ...open.filter(({ day }) => !known.has(day)),
  ];
  squares.sort((a, b) => (a.day < b.day ? -1 : 1));
  return Array.from(byTime(squares, rows), ([name, ofIt]) => ({ name, squares: ofIt }));
}
