import { periodContaining, previousPeriod } from '../../domain/calendar.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { changeSince, type StatCard } from '../../domain/stat-card.ts';
import type { ReadBoards } from '../boards/public-boards.ts';

const WEEK_MS = 7 * DAY_MS;

/**
 * The whiteboard's figures at `now` (epoch milliseconds):
 *
 * - Total Players: players who ever had points, vs seven days ago.
 * - Active Games: boards with points this week, vs last week.
 * - Tournaments: in the catalogue, without a comparison.
 * - Daily Logins: players with points today, vs yesterday.
 *
 * Days and weeks are each board's own. A player counts once across boards; hidden and removed players do not count.
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

/** The number of boards with points in this week and the previous one. */
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
