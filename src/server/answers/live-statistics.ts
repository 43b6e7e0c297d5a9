import { changeSince, type StatCard } from '../../domain/stat-card.ts';
import type { CurrentCatalogue } from '../boards/current-catalogue.ts';
import type { LiveBoards } from '../boards/live-boards.ts';

const WEEK = 7 * 24 * 3_600_000;

/**
 * The figures of the whiteboard at the moment `now` (epoch milliseconds), each against the time before:
 *
 * - Total Players: everybody who ever had points, against seven days ago.
 * - Active Games: boards with points this week, against last week.
 * - Tournaments: those in the catalogue, which keeps no history to compare with.
 * - Daily Logins: players with points today, against all of yesterday. A player of two boards counts on each:
 *   the days of two boards need not be the same, and yesterday's players are no longer in memory to be told apart.
 *
 * Days and weeks are each board's own. Everything is a count the store has: no player is looked at.
 */
export async function statisticsAnswer(boards: LiveBoards, catalogue: CurrentCatalogue, now: number): Promise<readonly StatCard[]> {
  const players = await boards.playerCount();
  const active = { present: 0, before: 0 };
  const daily = { present: 0, before: 0 };
  for (const { name } of boards.boards()) {
    const week = await boards.sizes(name, 'weekly', now);
    active.present += Math.sign(week.present);
    active.before += Math.sign(week.before);
    const day = await boards.sizes(name, 'daily', now);
    daily.present += day.present;
    daily.before += day.before;
  }
  return [
    { label: 'Total Players', value: players, change: changeSince(await boards.playersKnownBefore(now - WEEK), players) },
    { label: 'Active Games', value: active.present, change: changeSince(active.before, active.present) },
    { label: 'Tournaments', value: catalogue.value.tournaments.length, change: null },
    { label: 'Daily Logins', value: daily.present, change: changeSince(daily.before, daily.present) },
  ];
}
