import type { PlayerPage } from '../../../contract/player-answers.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { daysAcross, pointsScale, rankScale, unbroken } from '../charts/chart-scales.ts';
import { DayBars } from '../charts/day-bars.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import { dayWords, monthWords, weekdayWords } from '../words/day-words.ts';
import chart from '../charts/chart.module.css';
import styles from './player.module.css';
import { ONE_PERIOD, rankWords } from '../words/rank-words.ts';
import { countWords } from '../words/count-words.ts';

type Chosen = PlayerPage['chosen'];

/** How far periods of a kind lie apart at most, in days. */
const STEP = { daily: 1, weekly: 7, monthly: 31, 'all-time': 1 } as const;

/** How many days of activity are shown. */
const DAYS = 91;

/** How a player did in the periods that are over, and what they won on each of the last days. `today` is on the board's calendar. */
export function PastCharts({ chosen, today }: { readonly chosen: Chosen; readonly today: string }) {
  return (
    <div className={chart.charts}>
      {chosen.kind === 'all-time' ? null : <HistoryCharts chosen={chosen} />}
      <Activity days={chosen.days} today={today} />
    </div>
  );
}

function HistoryCharts({ chosen: { kind, history } }: { readonly chosen: Chosen }) {
  const format = useNumberFormat();
  if (history.length === 0) return <p className={styles.none}>Charts appear once the first {ONE_PERIOD[kind]} with points is final.</p>;
  const days = history.map(({ day }) => day);
  const xs = daysAcross(days);
  const stretches = unbroken(days, STEP[kind]);
  const name = (day: string) => (kind === 'daily' ? weekdayWords(day) : kind === 'weekly' ? `Week of ${dayWords(day)}` : monthWords(day));
  const table = {
    head: [ONE_PERIOD[kind].replace(/^./, (letter) => letter.toUpperCase()), 'Rank', 'Players', 'Points'],
    rows: history
      .toReversed()
      .map(({ day, rank, total, points }) => [name(day), rankWords(rank, format), format.count(total), format.count(points)]),
  };
  return (
    <>
      <LineChart
        title={`Rank each ${ONE_PERIOD[kind]}`}
        look="rank"
        xs={xs}
        values={history.map(({ rank }) => rank)}
        scale={rankScale(Math.max(...history.map(({ rank }) => rank)))}
        stretches={stretches}
        valueWords={(rank) => rankWords(rank, format)}
        words={(i) => `${name(days[i]!)}: ${rankWords(history[i]!.rank, format)} of ${format.count(history[i]!.total)}`}
        table={table}
      />
      <LineChart
        title={`Points each ${ONE_PERIOD[kind]}`}
        look="points"
        xs={xs}
        values={history.map(({ points }) => points)}
        scale={pointsScale(history.map(({ points }) => points))}
        stretches={stretches}
        valueWords={format.count}
        words={(i) => `${name(days[i]!)}: ${countWords(history[i]!.points, 'point', format)}`}
        table={table}
      />
    </>
  );
}

function Activity({ days, today }: { readonly days: Chosen['days']; readonly today: string }) {
  const format = useNumberFormat();
  if (days.length === 0) return <p className={styles.none}>No points in the last {DAYS} days.</p>;
  const won = new Map(days.map(({ day, points }) => [day, points]));
  const all = Array.from({ length: DAYS }, (_, i) => new Date(Date.parse(today) - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10));
  const values = all.map((day) => won.get(day) ?? 0);
  return (
    <DayBars
      title={`Points per day, last ${DAYS} days`}
      values={values}
      scale={pointsScale(values)}
      valueWords={format.count}
      words={(i) => `${weekdayWords(all[i]!)}: ${values[i] === 0 ? 'no points' : countWords(values[i]!, 'point', format)}`}
      table={{ head: ['Day', 'Points'], rows: days.toReversed().map(({ day, points }) => [weekdayWords(day), format.count(points)]) }}
    />
  );
}
