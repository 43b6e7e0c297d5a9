import type { Calendar } from '../../domain/calendar.ts';
import type { BoardSettings } from '../store/stored-values.ts';

/** A warning if settings differ from the first board's calendar, which cannot change; `undefined` if not. `nameOf` names a weekday. */
export function otherCalendar(
  { name, calendar }: Pick<BoardSettings, 'name' | 'calendar'>,
  given: Partial<Calendar>,
  nameOf: (day: Calendar['weekStart']) => string,
): string | undefined {
  const { timeZone = calendar.timeZone, weekStart = calendar.weekStart } = given;
  const others = [
    ...(timeZone === calendar.timeZone
      ? []
      : [`LAURELS_TIME_ZONE is ${timeZone}, but the board "${name}" counts its days in ${calendar.timeZone}`]),
    ...(weekStart === calendar.weekStart
      ? []
      : [`LAURELS_WEEK_START is ${nameOf(weekStart)}, but weeks of the board "${name}" start on ${nameOf(calendar.weekStart)}`]),
  ];
  if (others.length === 0) return undefined;
  return (
    `${others.join('. ')}. It keeps its calendar, and only new boards take the setting. ` +
    `To count by another calendar, create a board and fill it: "laurels boards add NAME --time-zone ${timeZone} --week-start ${nameOf(weekStart)}", ` +
    `"laurels export events --board ${name} > events.csv", "laurels import events.csv --board NAME".`
  );
}
