import type { PeriodSpan } from '../../../domain/calendar.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import type { BoardSettings, StoredEvent } from '../../store/stored-values.ts';

/** The totals that events of one player add up to in some periods, in the order of these; `undefined` where none counts. `countedOf`: what an event counts for. */
export function totalsOf(
  { scoring, direction }: BoardSettings,
  periods: readonly PeriodSpan[],
  events: readonly StoredEvent[],
  countedOf: (event: StoredEvent) => StoredEvent['counted'] = ({ counted }) => counted,
): readonly (Score | undefined)[] {
  return periods.map(({ kind, start, end }) => {
    let total: Score | undefined;
    for (const event of events)
      if (event.at >= start && event.at < end && countedOf(event).includes(kind)) total = exactScore(scoring, direction, total, event);
    return total;
  });
}
