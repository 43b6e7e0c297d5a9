import type { ReactNode } from 'react';

import type { Receipt } from '../../../contract/player-answers.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { Hint } from '../../ui/floating/hint.tsx';
import rows from '../../ui/row-table.module.css';
import { useNumberFormat, useUnitWords } from '../../ui/number-format.ts';
import { Section } from '../../ui/section.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { Total } from '../../ui/total.tsx';
import { useInBrowser } from '../asking/in-browser.ts';
import { secondWords, dayWords } from '../words/time-words.ts';
import { activityWords, RECEIPT_WORDS, stateWords } from './receipt-words.ts';
import styles from './receipt.module.css';

const POINTS = `${rows.points} ${styles.points}`;

/** The events behind a total, newest first. Events that do not count are struck out, with the reason in a separate column. */
export function ReceiptTable({ receipt: { events, board } }: { readonly receipt: Receipt }) {
  const unit = useUnitWords(board);
  const allCount = events.every(({ state, voided }) => state === 'counted' && voided === null);
  return (
    <table aria-labelledby="events" className={`${rows.table} ${styles.table}`}>
      <TableHead columns={[['When'], ['What'], [unit.head, POINTS], ...(allCount ? [] : [['Status'] as const])]} />
      <tbody>
        {events.map(({ title, points, at, receivedAt, state, voided }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- two events may be equal in everything
          <tr key={`${at} ${i}`} data-state={state} data-why={state === 'counted' && voided === null ? undefined : ''}>
            <td className={`muted small ${styles.when}`}>
              <When at={Date.parse(at)} receivedAt={Date.parse(receivedAt)} timeZone={board.timeZone} />
            </td>
            <td className={`anywhere ${styles.what}`}>{title === '' ? unit.head : title}</td>
            <td className={POINTS}>
              <Points state={state}>
                {/* Points that are added up have a sign; a result has none. */}
                {ADDS_UP[board.scoring] && points > 0 ? '+' : ''}
                <Total words={unit} total={points} />
              </Points>
            </td>
            {allCount ? null : <td className={`muted small anywhere ${styles.state}`}>{stateWords({ state, voided }, board)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The total by activity, most points first. Renders nothing for a single event. */
export function ActivityList({ receipt: { activities, board, total } }: { readonly receipt: Receipt }) {
  const unit = useUnitWords(board);
  const format = useNumberFormat();
  if (activities.length === 0 || total === 1) return null;
  return (
    <Section id="activities" title={RECEIPT_WORDS.activities}>
      <ul className={`rows ${styles.activities}`}>
        {activities.map((activity) => (
          <li key={activity.title} className="cluster spread ground">
            <span className="name">{activity.title === '' ? unit.head : activity.title}</span>
            <span className="tabular strong">{activityWords(activity, unit, format)}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Points removed from the total are a `<del>`; points that never counted are only struck out. */
function Points({ state, children }: { readonly state: Receipt['events'][number]['state']; readonly children: ReactNode }) {
  if (state === 'counted') return children;
  return state === 'voided' ? <del>{children}</del> : <s>{children}</s>;
}

/** An event whose delivery took at least this long shows its delay, in milliseconds. */
const LONG_MS = 60_000;

function When({ at, receivedAt, timeZone }: { readonly at: number; readonly receivedAt: number; readonly timeZone: string }) {
  const known = useInBrowser();
  const there = `${secondWords(at, timeZone)} (${timeZone})`;
  const here = known ? ` In your time zone: ${secondWords(at)}.` : '';
  const came = receivedAt - at > LONG_MS ? ` It reached the board on ${secondWords(receivedAt, timeZone)}.` : '';
  return <Hint text={`${there}.${here}${came}`}>{secondWords(at, timeZone)}</Hint>;
}

/** The sum of each day, newest first. Renders nothing without days. */
export function DayTable({ receipt: { days, board } }: { readonly receipt: Receipt }) {
  const unit = useUnitWords(board);
  if (days.length === 0) return null;
  return (
    <table aria-labelledby="events" className={`${rows.table} ${styles.table}`}>
      <TableHead columns={[['Day'], [unit.head, POINTS]]} />
      <tbody>
        {days.map(({ day, points }) => (
          <tr key={day}>
            <td className={`anywhere ${styles.what}`}>{dayWords(day)}</td>
            <td className={POINTS}>
              <Total words={unit} total={points} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
