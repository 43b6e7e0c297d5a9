import type { BoardRecord, BoardRecords } from '../../contract/page-answers.ts';
import type { ReadBoards } from '../boards/public-boards.ts';
import type { BoardRecords as Counted } from '../boards/orders/records.ts';
import { boardAnswer } from './parts/board-answer.ts';
import { dayOf } from './parts/board-days.ts';
import { shownPlayer } from './parts/player-place.ts';

/** The fewest wins, or wins in a row, that make a record. */
const LEAST = 2;

/** A board's records. @throws {Problem} not-found for an unknown board. */
export async function recordsAnswer(boards: ReadBoards, name: string): Promise<BoardRecords> {
  const board = boards.board(name);
  const counted = await boards.records.of(board);
  const numbers = playersIn(counted);
  const players = await boards.store.players(numbers);
  const shown = new Map(players.map((player) => [player.number, shownPlayer(player)]));
  return {
    board: boardAnswer(board),
    records: recordsTold(
      board.scoring === 'sum' && board.direction === 'high',
      counted,
      (time) => dayOf(time, board.calendar),
      (number) => shown.get(number)!,
    ),
  };
}

function playersIn({ kinds, streak, close: { finish, climb } }: Counted): readonly number[] {
  const found = [kinds.map(({ total, wins, row }) => [total, wins, row]), streak, climb, finish?.first, finish?.second].flat(2);
  return [...new Set(found.flatMap((one) => (one === undefined ? [] : [one.player])))];
}

/** Rarest first. */
function recordsTold(
  addsUp: boolean,
  { kinds, streak, close: { kind, finish, climb } }: Counted,
  day: (time: number) => string,
  who: (player: number) => Extract<BoardRecord, { kind: 'total' }>['player'],
): BoardRecord[] {
  const told: BoardRecord[] = [];
  if (finish !== undefined) {
    const { start, first, second, gap } = finish;
    told.push({ kind: 'finish', period: kind, day: day(start), first: who(first.player), second: who(second.player), gap });
  }
  if (climb !== undefined) {
    const { start, since, player, rank, before } = climb;
    told.push({ kind: 'climb', period: kind, player: who(player), day: day(start), rank, since: day(since), before });
  }
  // A week with one day of points repeats that day, and a recent week may beat the best finished month.
  const isTold = (one: Total, other: Total) =>
    (other.player === one.player && other.points === one.points) || (addsUp && other.points > one.points);
  for (const [period, total] of unlike(kinds, ({ total }) => total, isTold))
    told.push({ kind: 'total', period, player: who(total.player), points: total.points, day: day(total.start) });
  const won = kinds.filter(({ wins }) => wins !== undefined && wins.wins >= LEAST);
  for (const [period, { player, wins, periods }] of unlike(won, ({ wins, periods }) => wins && { ...wins, periods }, isAlike('wins')))
    told.push({ kind: 'wins', period, player: who(player), wins, periods });
  const inARow = kinds.filter(({ row }) => row !== undefined && row.length >= LEAST);
  for (const [period, { player, length, first, last }] of unlike(inARow, ({ row }) => row, isAlike('length')))
    told.push({ kind: 'row', period, player: who(player), wins: length, from: day(first), until: day(last) });
  if (streak !== undefined && streak.length >= LEAST)
    told.push({ kind: 'streak', player: who(streak.player), days: streak.length, from: day(streak.first), until: day(streak.last) });
  return told;
}

type KindRecords = Counted['kinds'][number];
type Total = NonNullable<KindRecords['total']>;

/** A record per kind of period, without those that repeat a shorter kind's. */
function unlike<T>(
  kinds: readonly KindRecords[],
  recordOf: (records: KindRecords) => T | undefined,
  isTold: (one: T, other: T) => boolean,
): readonly (readonly [KindRecords['kind'], T])[] {
  const told: (readonly [KindRecords['kind'], T])[] = [];
  for (const records of kinds) {
    const record = recordOf(records);
    if (record !== undefined && !told.some(([, other]) => isTold(record, other))) told.push([records.kind, record]);
  }
  return told;
}

function isAlike<K extends string>(figure: K) {
  return (one: Readonly<Record<K, number>> & { readonly player: number }, other: typeof one) =>
    one.player === other.player && one[figure] === other[figure];
}
