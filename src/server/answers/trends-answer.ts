// Activity on a board: lately, and in a period.
import type { Played, Trends } from '../../contract/page-answers.ts';
import { timeText } from '../../contract/moment-text.ts';
import { type EndingKind, periodContaining } from '../../domain/calendar.ts';
import type { ActivityDay, BoardSettings } from '../store/stored-values.ts';
import { boardAnswer, boardNames } from './parts/board-answer.ts';
import { type BoardAsked, dayOf, timeOf } from './parts/board-days.ts';
import type { ReadBoards } from '../boards/public-boards.ts';

/** The number of days. Days without points are skipped, because some games are played twice a month. */
const DAYS = 28;

/** How many activities are named; the others are summed up. */
const NAMED = 8;

/**
 * Activity on a board's last days with points, as of `now` (epoch milliseconds), by players who are not hidden or removed. Late events
 * count for the day they belong to.
 * @throws {Problem} not-found for an unknown board.
 */
export async function trendsAnswer(boards: ReadBoards, name: string, now: number): Promise<Trends> {
  const board = boards.board(name);
  const starts = await lastDays(boards, board, now);
  const named = { board: boardAnswer(board), boards: boardNames(boards) };
  if (starts.length === 0) return { ...named, days: [], isRunning: false, activities: [] };
  const [from, today] = [starts[0]!, periodContaining('daily', now, board.calendar)];
  const players = await boards.people.sizes(board, 'daily', from, today.end);
  const activities = (await boards.people.activityDays(board, from, today.end)).filter(({ start }) => starts.includes(start));
  const days = starts.flatMap((start) => {
    const { events, points } = won(activities.filter((each) => each.start === start));
    return events === 0 ? [] : [{ day: dayOf(start, board.calendar), players: players.get(start) ?? 0, events, points }];
  });
  const isRunning = days.at(-1)?.day === dayOf(today.start, board.calendar);
  return { ...named, days, isRunning, activities: largest(activities, (id) => boards.catalogue.titleOf(id)) };
}

/** The starts of a board's last days with points, oldest first. */
async function lastDays({ store }: ReadBoards, board: BoardSettings, now: number): Promise<readonly number[]> {
  const starts: number[] = [];
  let start: number | undefined = periodContaining('daily', now, board.calendar).end;
  while (start !== undefined && starts.length < DAYS) {
    ({ before: start } = await store.periodsBeside({ board: board.name, kind: 'daily', start }));
    if (start !== undefined) starts.unshift(start);
  }
  return starts;
}

/** Sums activities of several days: those with the most points by name, then events without an activity, then all others. */
function largest(days: readonly ActivityDay[], titleOf: (activity: string) => string): Trends['activities'] {
  const byTitle = Map.groupBy(
    days.filter((day) => day.kind === 'named'),
    ({ activity }) => titleOf(activity),
  );
  const named = Array.from(byTitle, ([title, ofIt]) => ({ kind: 'named' as const, activity: ofIt[0]!.activity, title, ...won(ofIt) }));
  named.sort((a, b) => b.points - a.points);
  const without = days.filter(({ kind }) => kind === 'none');
  const rest = [...named.splice(NAMED), ...days.filter(({ kind }) => kind === 'rest')];
  return [
    ...named,
    ...(without.length === 0 ? [] : [{ kind: 'none' as const, ...won(without) }]),
    ...(rest.length === 0 ? [] : [{ kind: 'rest' as const, ...won(rest) }]),
  ];
}

function won(parts: readonly { readonly events: number; readonly points: number }[]): { readonly events: number; readonly points: number } {
  return { events: sum(parts.map(({ events }) => events)), points: sum(parts.map(({ points }) => points)) };
}

/** The sum, clamped to safe integers, because a day's points may exceed what a total can have. */
function sum(values: readonly number[]): number {
  const total = values.reduce((some, value) => some + value, 0);
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, total));
}

/** The most days listed one by one, because nobody watches a longer replay. */
const MOST_DAYS = 1000;

/** The days and months of a period in which shown players had points, each by its last moment. */
export async function playedAnswer({ people }: ReadBoards, { board, kind: asked, asOf }: BoardAsked): Promise<Played> {
  const span = periodContaining(asked, timeOf(asOf), board.calendar);
  const lastMoments = async (kind: EndingKind) => {
    const played = [...(await people.sizes(board, kind, span.start, span.end)).keys()];
    return played.length > MOST_DAYS ? [] : played.map((start) => timeText(periodContaining(kind, start, board.calendar).end - 1));
  };
  return { days: await lastMoments('daily'), months: await lastMoments('monthly') };
}
