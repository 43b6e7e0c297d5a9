import type { Trends } from '../../contract/page-answers.ts';
import { periodContaining, type PeriodSpan, previousPeriod } from '../../domain/calendar.ts';
import { boardAnswer } from './board-answer.ts';
import { dayOf } from './board-days.ts';
import type { LiveBoards } from '../boards/live-boards.ts';

/** How many days are told of, today among them: four weeks, so that weekends can be compared. */
const DAYS = 28;

/** How many activities are named; the others are told of together. */
const NAMED = 8;

/**
 * How a board was played on its last days, as of `now` (epoch milliseconds). Players are those with points on a
 * day, whoever they are by now; late events count for the day they belong to.
 * @throws {Problem} not-found for an unknown board.
 */
export async function trendsAnswer(boards: LiveBoards, name: string, now: number): Promise<Trends> {
  const board = boards.board(name);
  const spans: PeriodSpan[] = [periodContaining('daily', now, board.calendar)];
  while (spans.length < DAYS) spans.unshift(previousPeriod(spans[0]!, board.calendar)!);
  const [from, to] = [spans[0]!.start, spans.at(-1)!.end];
  const sizes = await boards.store.periodSizes(name, 'daily', from, to);
  const activities = await boards.store.activityDays(name, from, to);
  const players = new Map(sizes.map(({ start, standings }) => [start, standings]));
  const days = spans.map(({ start }) => {
    const ofDay = activities.filter((each) => each.start === start);
    return {
      day: dayOf(start, board.calendar),
      players: players.get(start) ?? 0,
      events: sum(ofDay.map(({ events }) => events)),
      points: sum(ofDay.map(({ points }) => points)),
    };
  });
  return { board: boardAnswer(board), days, activities: largest(activities) };
}

/** Activities of several days as one list: those with most points by name, the others together under `''`. */
function largest(
  activities: readonly { readonly activity: string; readonly events: number; readonly points: number }[],
): Trends['activities'] {
  const byName = new Map<string, { activity: string; events: number; points: number }>();
  const add = (name: string, events: number, points: number) => {
    const known = byName.get(name) ?? { activity: name, events: 0, points: 0 };
    byName.set(name, { activity: name, events: known.events + events, points: exact(known.points + points) });
  };
  for (const { activity, events, points } of activities) add(activity, events, points);
  const named = [...byName.values()].filter(({ activity }) => activity !== '').toSorted((a, b) => b.points - a.points);
  for (const { activity, events, points } of named.splice(NAMED)) {
    byName.delete(activity);
    add('', events, points);
  }
  const rest = byName.get('');
  return rest === undefined ? named : [...named, rest];
}

function sum(values: readonly number[]): number {
  return exact(values.reduce((total, value) => total + value, 0));
}

/** The nearest whole number that is exact: a day may add up to more than any total is allowed to. */
function exact(points: number): number {
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, points));
}
