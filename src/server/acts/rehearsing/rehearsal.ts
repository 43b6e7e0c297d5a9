import type { QueryOf } from '../../../contract/api.ts';
import { timeText } from '../../../contract/moment-text.ts';
import { type ApiRehearsal, MOST_REHEARSED, PERIOD_END_EVENTS } from '../../../contract/operation/settlement.ts';
import { type EndingKind, periodContaining, type PeriodSpan } from '../../../domain/calendar.ts';
import { comingPeriods } from '../../../domain/coming-periods.ts';
import { DAY_MS, MINUTE_MS } from '../../../domain/durations.ts';
import { type PrizeGroup, prizeOf } from '../../../domain/highlights/prize-groups.ts';
import { namesAnswer } from '../../answers/parts/any-player.ts';
import { dayOf } from '../../answers/parts/board-days.ts';
import { periodAnswer } from '../../answers/parts/rankings-answer.ts';
import type { CurrentCatalogue } from '../../boards/current-catalogue.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { HELD, keptHeld } from '../../boards/points/kept-held.ts';
import { everyRecord } from '../../store/records.ts';
import type { BoardSettings } from '../../store/stored-values.ts';

const YEAR_MS = 365 * DAY_MS;

/** Previews the final results of the current period at `now`, epoch milliseconds. @throws {Problem} not-found for an unknown board. */
export async function rehearsalAnswer(
  boards: LiveBoards,
  catalogue: CurrentCatalogue,
  name: string,
  { period: kind }: QueryOf<'rehearse'>,
  now: number,
): Promise<ApiRehearsal> {
  const board = boards.board(name);
  const { calendar } = board;
  const prizes = catalogue.prizes(name, kind);
  const lastRank = prizes.at(-1)?.to ?? 0;
  // Includes how ties are decided.
  const { period, closed, total, standings } = await boards.reading.places(board, kind, now, 0, (_, ranked) =>
    Array.from({ length: Math.min(ranked, lastRank) }, (__, i) => i + 1)
      .filter((rank) => prizeOf(prizes, rank) !== '')
      .slice(0, MOST_REHEARSED),
  );
  return {
    board: name,
    period: periodAnswer(boards, name, period, closed),
    from: dayOf(period.start, calendar),
    at: timeText(now),
    finalAt: timeText(boards.closing.finalTime(name, period)),
    ranked: total,
    prizes: [...prizes],
    winners: standings.map(({ rank, points, tie, player }) => ({
      rank,
      points,
      tie,
      prize: prizeOf(prizes, rank),
      player: namesAnswer(player),
    })),
    winning: prizes.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(to, total) - from + 1), 0),
    leftOut: prizes.length === 0 ? [] : await leftOut(boards, board, kind, prizes, now),
    held: await heldIn(boards.store, name, period),
    unclaimed: prizes.flatMap(({ from, to, prize }) => (to > total ? [{ from: Math.max(from, total + 1), to, prize }] : [])),
    messages: PERIOD_END_EVENTS.map((type) => ({
      type,
      webhooks: boards.webhooks.toldOf({ type, board: name, kind }).map((webhook) => webhook.name),
    })),
    ends: comingPeriods(kind, now, now + YEAR_MS, calendar).map((each) => ({
      from: dayOf(each.start, calendar),
      end: timeText(each.end),
      finalAt: timeText(boards.closing.finalTime(name, each)),
      clockChangeMinutes: each.extraMs / MINUTE_MS,
    })),
  };
}

/** The number of events on hold in a period. */
async function heldIn(store: LiveBoards['store'], board: string, { start, end }: PeriodSpan): Promise<number> {
  let count = 0;
  for await (const record of everyRecord(store, HELD, { state: 'waiting' })) {
    const held = keptHeld(record);
    if (held.board === board && held.event.at >= start && held.event.at < end) count += 1;
  }
  return count;
}

/** Hidden and removed players who would win a prize, best first, each as if only they were shown. */
async function leftOut(
  boards: LiveBoards,
  board: BoardSettings,
  kind: EndingKind,
  prizes: readonly PrizeGroup[],
  now: number,
): Promise<ApiRehearsal['leftOut']> {
  const { start } = periodContaining(kind, now, board.calendar);
  const left: ApiRehearsal['leftOut'] = [];
  for (const [player, absence] of boards.players.absences) {
    const score = await boards.store.scoreOf({ board: board.name, kind, start }, player);
    if (score === undefined) continue;
    const { offset } = await boards.reading.page(board, kind, now, { after: { player, ...score } }, 0);
    const prize = prizeOf(prizes, offset + 1);
    if (prize === '') continue;
    const [known] = await boards.store.players([player]);
    left.push({
      rank: offset + 1,
      points: score.points,
      prize,
      player: namesAnswer(known!),
      state: absence.state,
      reason: absence.state === 'removed' ? absence.reason : null,
    });
  }
  return left.toSorted((a, b) => a.rank - b.rank);
}
