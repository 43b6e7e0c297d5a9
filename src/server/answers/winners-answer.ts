// Recent winners, and the hall of fame.
import { DEFAULT_BOARD, type HallQuestion } from '../../contract/live-source.ts';
import type { HallOfFame, Winners } from '../../contract/page-answers.ts';
import { firstPlace } from '../../domain/ascending.ts';
import { type Calendar, type EndingKind, periodContaining } from '../../domain/calendar.ts';
import type { ReadBoards } from '../boards/public-boards.ts';
import type { PeriodWinners, Win } from '../boards/orders/past-winners.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { boardAnswer, boardNames } from './parts/board-answer.ts';
import { asOfAsked, type Dated, timeOf, dayOf, periodOfDay } from './parts/board-days.ts';
import { periodAnswer } from './parts/rankings-answer.ts';
import { shownPlayer } from './parts/player-place.ts';

/** The newest `limit` closed periods that started before a day (YYYY-MM-DD) of the board; `''` for the newest. */
interface WinnersQuestion {
  readonly board: string;
  readonly period: EndingKind;
  readonly before: string;
  readonly limit: number;
}

/** Winners of the last closed periods. @throws {Problem} not-found for an unknown board; bad-request for a skipped day. */
export async function winnersAnswer(boards: ReadBoards, { board: name, period: kind, before, limit }: WinnersQuestion): Promise<Winners> {
  const board = boards.board(name);
  const { calendar } = board;
  const end = before === '' ? Infinity : periodOfDay('daily', before, calendar, 'before').start;
  // Read one more to know whether there is a next page.
  const found = await boards.winners.within(board, kind, { from: -Infinity, before: end, most: limit + 1 });
  const winners = found.slice(0, limit).map((each) => wonAnswer(boards, board, each));
  return { board: boardAnswer(board), winners, next: found.length > limit ? winners.at(-1)!.day : null };
}

function wonAnswer(
  boards: ReadBoards,
  { name, calendar }: BoardSettings,
  { period, total, places }: PeriodWinners,
): Winners['winners'][number] {
  return {
    day: dayOf(period.start, calendar),
    period: periodAnswer(boards, name, period, true),
    total,
    places: places.map(({ rank, points, player }) => ({ rank, points, player: shownPlayer(player) })),
  };
}

const CHAMPIONS = 5;

/** The most years to link to. */
const YEARS = 100;

/** Resolves a question at `now` (epoch milliseconds). @throws {Problem} not-found for an unknown board; as {@link asOfAsked}. */
export function hallQuestion(boards: ReadBoards, { board: name, period: kind, at }: Dated<HallQuestion>, now: number) {
  const board = boards.board(name === '' ? DEFAULT_BOARD : name);
  const time = at.kind === 'now' ? undefined : timeOf(asOfAsked(at, board, now));
  const from = time === undefined ? null : stretchAround(kind, time, board.calendar).from;
  const key = JSON.stringify(['hall of fame', board.name, kind, from, dayOf(now, board.calendar)]);
  return { key, answer: () => hallAnswer(boards, board, kind, time, now) };
}

/** The winners in the month or year of a time (by default the last with a winner), the most wins, and links to others. */
async function hallAnswer(
  boards: ReadBoards,
  board: BoardSettings,
  kind: EndingKind,
  time: number | undefined,
  now: number,
): Promise<HallOfFame> {
  const { calendar } = board;
  const wins = await boards.winners.wins(board, kind);
  const startOf = (win: Win | undefined) => (win === undefined ? null : dayOf(win.start, calendar));
  const { from, before } = stretchAround(kind, time ?? wins.at(-1)?.start ?? now, calendar);
  const winsBefore = (moment: number) => firstPlace(0, wins.length, (i) => wins[i]!.start < moment);
  const [first, after] = [winsBefore(from), winsBefore(before)];
  /** The first win of each stretch with winners, in a range of wins. */
  const firsts = (of: (moment: number) => number, begin: number, end: number) => {
    const found: Win[] = [];
    for (let i = begin; i < end; i = winsBefore(of(wins[i]!.start))) found.push(wins[i]!);
    return found.map(({ start }) => dayOf(start, calendar));
  };
  const yearEnd = (moment: number) => stretchAround('monthly', moment, calendar).before;
  const year = stretchAround('monthly', from, calendar);
  const isShown = ({ player }: Win) => boards.players.isShown(player);
  const winners = await boards.winners.within(board, kind, { from, before, most: after - first });
  return {
    board: boardAnswer(board),
    boards: boardNames(boards),
    kind,
    from: dayOf(from, calendar),
    today: dayOf(now, calendar),
    winners: winners.map((each) => wonAnswer(boards, board, each)),
    earlier: startOf(wins[first - 1]),
    later: startOf(wins[after]),
    years: firsts(yearEnd, 0, wins.length).slice(-YEARS),
    months:
      kind === 'daily'
        ? firsts((moment) => stretchAround('daily', moment, calendar).before, winsBefore(year.from), winsBefore(year.before))
        : [],
    most: {
      here: await champions(boards, wins.slice(first, after).filter(isShown)),
      ever: await champions(boards, wins.filter(isShown)),
      won: wins.length,
    },
  };
}

/** The month (for days) or year (for weeks and months) of a time: [from, before), epoch milliseconds. */
function stretchAround(kind: EndingKind, time: number, calendar: Calendar): { readonly from: number; readonly before: number } {
  const month = periodContaining('monthly', time, calendar);
  if (kind === 'daily') return { from: month.start, before: month.end };
  const year = Number(dayOf(time, calendar).slice(0, 4));
  return { from: yearStart(year, calendar), before: yearStart(year + 1, calendar) };
}

/** The start of a year, epoch milliseconds. 2 January in UTC is in January everywhere. */
function yearStart(year: number, calendar: Calendar): number {
  return periodContaining('monthly', new Date(0).setUTCFullYear(year, 0, 2), calendar).start;
}

/** The players with the most wins; ties go to the player who got there first. */
async function champions(boards: ReadBoards, wins: readonly Win[]): Promise<HallOfFame['most']['ever']> {
  const byPlayer = [...Map.groupBy(wins, ({ player }) => player)];
  const most = byPlayer.toSorted(([, a], [, b]) => b.length - a.length || a.at(-1)!.start - b.at(-1)!.start).slice(0, CHAMPIONS);
  const players = await boards.store.players(most.map(([player]) => player));
  return players.map((player, i) => ({ player: shownPlayer(player), wins: most[i]![1].length }));
}
