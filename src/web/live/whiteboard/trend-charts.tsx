import type { Trends } from '../../../contract/page-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { daysAcross, pointsScale, unbroken } from '../charts/chart-scales.ts';
import { DayBars } from '../charts/day-bars.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import { weekdayWords } from '../words/day-words.ts';
import { ActivityBars } from './activity-bars.tsx';
import styles from '../charts/chart.module.css';

/** How a board was played lately: who came, what was won, and with what. */
export function TrendCharts({ trends: { days, activities } }: { readonly trends: Trends }) {
  const format = useNumberFormat();
  const names = days.map(({ day }) => day);
  const points = days.map((day) => day.points);
  const players = days.map((day) => day.players);
  const table = {
    head: ['Day', 'Players', 'Events', 'Points'],
    rows: days
      .toReversed()
      .map(({ day, players: who, events, points: won }) => [weekdayWords(day), format.count(who), format.count(events), format.count(won)]),
  };
  return (
    <div className={styles.charts}>
      <LineChart
        title="Players a day"
        look="rank"
        xs={daysAcross(names)}
        values={players}
        scale={pointsScale(players)}
        stretches={unbroken(names, 1)}
        valueWords={format.count}
        words={(i) => `${weekdayWords(names[i]!)}: ${format.count(players[i]!)} ${players[i] === 1 ? 'player' : 'players'}`}
        table={table}
      />
      <DayBars
        title="Points a day"
        values={points}
        scale={pointsScale(points)}
        valueWords={format.count}
        words={(i) => `${weekdayWords(names[i]!)}: ${format.count(points[i]!)} points in ${format.count(days[i]!.events)} events`}
        table={table}
      />
      <ActivityBars activities={activities} />
    </div>
  );
}
