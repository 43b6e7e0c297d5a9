import type { PlayerQuestion } from '../../../contract/live-source.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import type { PlayerPage } from '../../../contract/player-answers.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { BarChart, barWidth } from '../charts/bar-chart.tsx';
import { pointsScale } from '../charts/chart-scales.ts';
import { calendarScale } from '../charts/time-axis.tsx';
import { dayWords, weekdayWords } from '../words/day-words.ts';
import { ONE_PERIOD } from '../words/rank-words.ts';
import chart from '../charts/chart.module.css';
import { PeriodCharts } from './period-charts.tsx';
import styles from './player.module.css';
import { SeasonCharts } from './season-charts.tsx';

/** How many days of activity are shown. */
const DAYS = 91;

interface PastChartsProps {
  readonly chosen: PlayerPage['chosen'];
  readonly board: ApiBoard;
  readonly question: PlayerQuestion;
  /** On the board's calendar, YYYY-MM-DD. */
  readonly today: string;
}

/** How a player did in the periods that are over, and what they won on each of the last days where the periods are longer, if anything. */
export function PastCharts({ chosen, board, question, today }: PastChartsProps) {
  const { kind, groups, history } = chosen;
  const { several } = useUnitWords(board);
  return (
    <div className={`stack ${chart.charts}`}>
      {kind === 'all-time' ? (
        chosen.days.length === 0 && (
          <p className={styles.none}>
            No {several} in the last {DAYS} days.
          </p>
        )
      ) : history.length === 0 ? (
        <p className={styles.none}>
          Charts appear once the first {ONE_PERIOD[kind]} with {several} is final.
        </p>
      ) : groups.length === 0 ? (
        <PeriodCharts kind={kind} board={board} history={history} of="" />
      ) : (
        <SeasonCharts key={`${board.name} ${kind}`} chosen={chosen} board={board} question={question} />
      )}
      {kind === 'daily' ? null : <Activity days={chosen.days} board={board} today={today} />}
    </div>
  );
}

function Activity({ days, board, today }: Pick<PastChartsProps, 'board' | 'today'> & Pick<PlayerPage['chosen'], 'days'>) {
  const words = useUnitWords(board);
  if (days.length === 0) return null;
  const won = new Map(days.map(({ day, points }) => [day, points]));
  const all = Array.from({ length: DAYS }, (_, i) => new Date(Date.parse(today) - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10));
  const values = all.map((day) => won.get(day) ?? 0);
  const time = calendarScale(all, board.weekStart);
  const xs = all.map(time.x);
  return (
    <BarChart
      title={`${words.head} per day, last ${DAYS} days`}
      whenMost={(i) => `on ${dayWords(all[i]!)}`}
      xs={xs}
      width={barWidth(xs)}
      time={time}
      values={values}
      scale={pointsScale(values)}
      valueWords={words.brief}
      words={(i) => `${weekdayWords(all[i]!)}: ${values[i] === 0 ? `no ${words.several}` : words.words(values[i]!)}`}
      table={{ head: ['Day', words.head], rows: days.toReversed().map(({ day, points }) => [weekdayWords(day), words.figure(points)]) }}
    />
  );
}
