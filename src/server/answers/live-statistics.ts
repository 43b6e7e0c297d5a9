import { periodContaining, previousPeriod } from '../../domain/calendar.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { changeSince, type StatCard } from '../../domain/stat-card.ts';
import type { ReadBoards } from '../boards/public-boards.ts';

const WEEK_MS = 7 * DAY_MS;

/**
 * The figures of the whiteboard at the moment `now` (epoch milliseconds), each against the time before:
 *
 * - Total Players: everybody who ever had points, against seven days ago.
 * - Active Games: boards with points this week, against last week.
 * - Tournaments: those in the catalogue, which keeps no history to compare with.
 * - Daily Logins: people with points today, against all of yesterday.
 *
 * Days and weeks are each board's own. A person counts once, however many boards they play on; whoever is hidden or
 * removed counts nowhere, as if they had never come.
 */
export async function statisticsAnswer(boards: ReadBoards, now: number): Promise<readonly StatCard[]> {
  const { people } = boards;
  const known = await people.known();
  const today = boards.listed().map((board) => ({ board, period: periodContaining('daily', now, board.calendar) }));
  const yesterday = today.map(({ board, period }) => ({ board, period: previousPeriod(period, board.calendar)! }));
  const [came, cameBefore] = [await people.in(today), await people.in(yesterday)];
  const active = await activeBoards(boards, now);
  return [
    { label: 'Total Players', value: known, change: changeSince(await people.known(now - WEEK_MS), known) },
    { label: 'Active Games', value: active.present, change: changeSince(active.before, active.present) },
    { label: 'Tournaments', value: boards.catalogue.value.tournaments.length, change: null },
    { label: 'Daily Logins', value: came, change: changeSince(cameBefore, came) },
  ];
}

/** On how many boards anybody has points in the week that contains `now`, and in the one before it. */
async function activeBoards(boards: ReadBoards, now: number): Promise<{ readonly present: number; readonly before: number }> {
  const active = { present: 0, before: 0 };
  for (const board of boards.listed()) {
    const present = periodContaining('weekly', now, board.calendar);
    const before = previousPeriod(present, board.calendar)!;
    const sizes = await boards.people.sizes(board, 'weekly', before.start, present.end);
    if (sizes.has(present.start)) active.present += 1;
    if (sizes.has(before.start)) active.before += 1;
  }
  return active;
}
