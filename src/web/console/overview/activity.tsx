import type { ApiOverview } from '../../../contract/running-server.ts';
import { Link } from '../../address/link.tsx';
import { BarChart } from '../../live/charts/bar-chart.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { SegmentedButtons } from '../../ui/segmented-buttons.tsx';
import { useAddress } from '../asking/use-address.ts';
import look from '../parts/console.module.css';
import { DataTable } from '../parts/table.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { Moment, useTimeZone } from '../parts/words/moment.tsx';
import styles from './overview.module.css';
import { ACTIVITY } from './overview-words.ts';

/** Received events, by hour or by day as in the URL, and their boards. */
export function Activity({ activity: { since, hours, days, boards } }: Pick<ApiOverview, 'activity'>) {
  const { count } = useNumberFormat();
  const { said, say } = useAddress();
  const zone = useTimeZone();
  const isDays = said('activity') === 'days';
  const range = isDays
    ? days.map((counted) => ({ at: counted.day, ...counted }))
    : hours.map((counted) => ({ at: counted.start, ...counted }));
  return (
    <>
      <RoomPart title={ACTIVITY.title}>
        <div className={look.row}>
          <SegmentedButtons
            label={ACTIVITY.range}
            name="activity"
            options={ACTIVITY.ranges}
            chosen={isDays ? 'days' : 'hours'}
            onChoose={(value) => say({ activity: value === 'days' ? value : '' }, { replace: true })}
          />
          <p className={look.small}>
            {ACTIVITY.zone(isDays ? 'UTC' : zone)} <Moment at={since} isExact />
          </p>
        </div>
        <div className={styles.charts}>
          {ACTIVITY.series.map(({ of, title, words }) => {
            const values = range.map((counted) => counted[of]);
            return (
              <BarChart
                key={of}
                title={title}
                unit={isDays ? 'day' : 'hour'}
                days={range.map(({ at }) => at)}
                values={values}
                valueWords={count}
                words={(i) => words(values[i]!, count(values[i]!))}
                columns={[title]}
                figures={(i) => (values[i] === 0 ? [] : [count(values[i]!)])}
                isRunning
              />
            );
          })}
        </div>
      </RoomPart>
      <DataTable
        rows={boards}
        {...ACTIVITY.boards}
        columns={{
          board: ({ name, title }) => <Link to={`/events?board=${name}`}>{title}</Link>,
          events: { number: ({ events }) => count(events) },
        }}
      />
    </>
  );
}
