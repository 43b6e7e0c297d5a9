import type { BoardRecord, BoardRecords } from '../../contract/page-answers.ts';
import { timeText } from '../../contract/when.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import type { BoardRecords as Counted } from '../boards/orders/records.ts';
import { boardAnswer } from './board-answer.ts';
import { dayOf } from './board-days.ts';
import { shownPlayer } from './player-place.ts';

/** Won so often, or so many on end: less is no record. */
const LEAST = 2;

/**
 * What a board remembers.
 * @throws {Problem} not-found for an unknown board; unavailable where too many wait for past moments.
 */
export async function recordsAnswer(boards: LiveBoards, name: string): Promise<BoardRecords> {
  const board = boards.board(name);
  const counted = await boards.records.of(board);
  const numbers = playersIn(counted);
  const players = await boards.store.players(numbers);
  const shown = new Map(players.map((player) => [player.number, shownPlayer(player)]));
  return {
    board: boardAnswer(board),
    records: recordsTold(
      counted,
      (time) => dayOf(time, board.calendar),
      (number) => shown.get(number)!,
    ),
  };
}

function playersIn({ kinds, streak, close: { finish, climb }, lead }: Counted): readonly number[] {
  const found = [kinds.map(({ total, wins, row }) => [total, wins, row]), streak, climb, lead?.run, finish?.first, finish?.second].flat(2);
  return [...new Set(found.flatMap((one) => (one === undefined ? [] : [one.player])))];
}

/** In the order in which they are read: what is rare first. */
function recordsTold(
  { kinds, streak, close: { kind, finish, climb }, lead }: Counted,
  day: (time: number) => string,
  who: (player: number) => Extract<BoardRecord, { kind: 'total' }>['player'],
): BoardRecord[] {
  const told: BoardRecord[] = [];
  if (lead !== undefined && lead.run.length >= LEAST) {
    const { step, run, goesOn } = lead;
    told.push({
      kind: 'lead',
      step,
      player: who(run.player),
      times: run.length,
      from: timeText(run.first),
      until: timeText(run.last),
      goesOn,
    });
  }
  if (finish !== undefined) {
    const { start, first, second, gap } = finish;
    told.push({ kind: 'finish', period: kind, day: day(start), first: who(first.player), second: who(second.player), gap });
  }
  if (climb !== undefined) {
    const { start, since, player, rank, before } = climb;
    told.push({ kind: 'climb', period: kind, player: who(player), day: day(start), rank, since: day(since), before });
  }
  // A week with one day of points repeats that day.
  for (const [i, { kind: period, total }] of kinds.entries()) {
    if (
      total === undefined ||
      kinds.slice(0, i).some((other) => other.total?.player === total.player && other.total.points === total.points)
    )
      continue;
    told.push({ kind: 'total', period, player: who(total.player), points: total.points, day: day(total.start) });
  }
  for (const [i, { kind: period, periods, wins }] of kinds.entries()) {
    if (wins === undefined || wins.wins < LEAST) continue;
    if (kinds.slice(0, i).some((other) => other.wins?.player === wins.player && other.wins.wins === wins.wins)) continue;
    told.push({ kind: 'wins', period, player: who(wins.player), wins: wins.wins, periods });
  }
  for (const [i, { kind: period, row }] of kinds.entries()) {
    if (row === undefined || row.length < LEAST) continue;
    if (kinds.slice(0, i).some((other) => other.row?.player === row.player && other.row.length === row.length)) continue;
    told.push({ kind: 'row', period, player: who(row.player), wins: row.length, from: day(row.first), until: day(row.last) });
  }
  if (streak !== undefined && streak.length >= LEAST)
    told.push({ kind: 'streak', player: who(streak.player), days: streak.length, from: day(streak.first), until: day(streak.last) });
  return told;
}
