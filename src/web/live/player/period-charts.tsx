import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import type { PlayerHistory } from '../../../contract/player-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { BarChart, barWidth } from '../charts/bar-chart.tsx';
import { pointsScale, rankScale, unbroken } from '../charts/chart-scales.ts';
import { LineChart } from '../charts/line-chart.tsx';
import { calendarScale } from '../charts/time-axis.tsx';
import { countWords } from '../words/count-words.ts';
import { dayWords, monthWords, weekdayWords } from '../words/day-words.ts';
import { pastPeriodWords } from '../words/period-words.ts';
import { ONE_PERIOD, rankWords } from '../words/rank-words.ts';

/** How far periods of a kind lie apart at most, in days. */
const STEP = { daily: 1, weekly: 7, monthly: 31, 'all-time': 1 } as const;

interface PeriodChartsProps {
  readonly kind: PeriodKind;
  readonly board: ApiBoard;
  /** Oldest first, at least one. */
  readonly history: PlayerHistory['history'];
  /** Which year or month they are of, where there are others; `''` where these are all. */
  readonly of: string;
}

/** Rank and points of a player in each of some periods that are over. */
export function PeriodCharts({ kind, board, history, of }: PeriodChartsProps) {
  const format = useNumberFormat();
  const words = useUnitWords(board);
  const one = ONE_PERIOD[kind];
  const days = history.map(({ day }) => day);
  const time = calendarScale(days, board.weekStart);
  const xs = days.map(time.x);
  const name = (day: string) => (kind === 'daily' ? weekdayWords(day) : kind === 'weekly' ? `Week of ${dayWords(day)}` : monthWords(day));
  const points = history.map((each) => each.points);
  const wins = history.filter(({ rank }) => rank === 1).length;
  const shared = {
    xs,
    time,
    table: {
      head: [one.replace(/^./, (letter) => letter.toUpperCase()), 'Rank', 'Players', words.head],
      rows: history
        .toReversed()
        .map(({ day, rank, total, points: won }) => [name(day), rankWords(rank, format), format.count(total), words.figure(won)]),
    },
  };
  const title = (what: string) => (of === '' ? `${what} each ${one}` : `${what} each ${one}, ${of}`);
  return (
    <>
      <LineChart
        {...shared}
        title={title('Rank')}
        about={wins === 0 ? countWords(days.length, one, format) : `Won ${format.count(wins)} of ${countWords(days.length, one, format)}`}
        values={history.map(({ rank }) => rank)}
        scale={rankScale(Math.max(...history.map(({ rank }) => rank)))}
        stretches={unbroken(days, STEP[kind])}
        valueWords={(rank) => rankWords(rank, format)}
        words={(i) => `${name(days[i]!)}: ${rankWords(history[i]!.rank, format)} of ${format.count(history[i]!.total)}`}
      />
      <BarChart
        {...shared}
        title={title(words.head)}
        whenMost={(i) => pastPeriodWords(kind, days[i]!)}
        width={barWidth(xs)}
        values={points}
        scale={pointsScale(points)}
        valueWords={words.brief}
        words={(i) => `${name(days[i]!)}: ${words.words(points[i]!)}`}
      />
    </>
  );
}
