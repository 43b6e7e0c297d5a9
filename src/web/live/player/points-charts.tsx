import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { BarChart } from '../charts/bar-chart.tsx';
import { slotScale } from '../charts/time-axis.tsx';
import { dayWords, weekdayWords } from '../words/time-words.ts';
import { PLAYER_WORDS } from './player-words.ts';

/** How many days are shown, today included. */
const DAYS = 91;

interface PointsChartsProps {
  readonly chosen: PlayerPage['chosen'];
  readonly board: ApiBoard;
  /** On the board's calendar, YYYY-MM-DD. */
  readonly today: string;
}

/** What a player won on each of the last days, and in each season; nothing where that is a single bar. */
export function PointsCharts({ chosen: { days, seasons }, board, today }: PointsChartsProps) {
  return (
    <>
      {days.length < 2 ? null : <LastDays days={days} board={board} today={today} />}
      {seasons.length < 2 || !ADDS_UP[board.scoring] ? null : <Seasons seasons={seasons} board={board} today={today} />}
    </>
  );
}

function LastDays({ days, board, today }: Pick<PointsChartsProps, 'board' | 'today'> & Pick<PlayerPage['chosen'], 'days'>) {
  const words = useUnitWords(board);
  const won = new Map(days.map(({ day, points }) => [day, points]));
  const all = Array.from({ length: DAYS }, (_, i) => new Date(Date.parse(today) - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10));
  const values = all.map((day) => won.get(day) ?? 0);
  const named = (day: string) => (day === today ? `${weekdayWords(day)}, ${PLAYER_WORDS.running}` : weekdayWords(day));
  return (
    <BarChart
      title={`${words.head} per day, last ${DAYS} days`}
      whenMost={(i) => dayWords(all[i]!)}
      days={all}
      time={slotScale(all, 'day')}
      values={values}
      isRunning
      valueWords={words.brief}
      words={(i) => `${named(all[i]!)}: ${values[i] === 0 ? `no ${words.several}` : words.words(values[i]!)}`}
      table={{ head: ['Day', words.head], rows: days.toReversed().map(({ day, points }) => [named(day), words.figure(points)]) }}
    />
  );
}

function Seasons({ seasons, board, today }: Pick<PointsChartsProps, 'board' | 'today'> & Pick<PlayerPage['chosen'], 'seasons'>) {
  const words = useUnitWords(board);
  const [first, last] = [Number(seasons[0]!.name), Number(seasons.at(-1)!.name)];
  const won = new Map(seasons.map(({ name, points }) => [name, points ?? 0]));
  const years = Array.from({ length: last - first + 1 }, (_, i) => String(first + i).padStart(4, '0'));
  const values = years.map((year) => won.get(year) ?? 0);
  const firsts = years.map((year) => `${year}-01-01`);
  const isRunning = today.startsWith(years.at(-1)!);
  const named = (year: string) => (isRunning && year === years.at(-1) ? `${year}, ${PLAYER_WORDS.running}` : year);
  return (
    <BarChart
      title={`Career ${words.several}`}
      whenMost={(i) => years[i]!}
      days={firsts}
      time={slotScale(firsts, 'year')}
      values={values}
      isRunning={isRunning}
      valueWords={words.brief}
      words={(i) => `${named(years[i]!)}: ${words.words(values[i]!)}`}
      table={{
        head: [PLAYER_WORDS.season, words.head],
        rows: years.map((year, i) => [named(year), words.figure(values[i]!)]).toReversed(),
      }}
    />
  );
}
