import { periodContaining, type PeriodKind, type PeriodSpan, previousPeriod } from '../../domain/calendar.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { changeSince, type StatCard } from '../../domain/stat-card.ts';
import type { CurrentCatalogue } from '../boards/current-catalogue.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import type { BoardSettings } from '../store/stored-values.ts';

const WEEK_MS = 7 * DAY_MS;

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
  const players = await boards.store.playerCount();
  const active = { present: 0, before: 0 };
  const daily = { present: 0, before: 0 };
  for (const board of boards.boards()) {
    const week = await sizes(boards, board, 'weekly', now);
    active.present += Math.sign(week.present);
    active.before += Math.sign(week.before);
    const day = await sizes(boards, board, 'daily', now);
    daily.present += day.present;
    daily.before += day.before;
  }
  return [
    { label: 'Total Players', value: players, change: changeSince(await boards.store.playersKnownBefore(now - WEEK_MS), players) },
    { label: 'Active Games', value: active.present, change: changeSince(active.before, active.present) },
    { label: 'Tournaments', value: catalogue.value.tournaments.length, change: null },
    { label: 'Daily Logins', value: daily.present, change: changeSince(daily.before, daily.present) },
  ];
}

/** How many players stand in the period of `kind` that contains `at`, and in the one before it, closed or not. */
async function sizes(
  boards: LiveBoards,
  { name, calendar }: BoardSettings,
  kind: Exclude<PeriodKind, 'all-time'>,
  at: number,
): Promise<{ readonly present: number; readonly before: number }> {
  const present = periodContaining(kind, at, calendar);
  const before = previousPeriod(present, calendar)!;
  const kept = await boards.store.periodSizes(name, kind, before.start, present.end);
  const sizeOf = ({ start }: PeriodSpan) => kept.find((size) => size.start === start)?.standings ?? 0;
  return { present: sizeOf(present), before: sizeOf(before) };
}
