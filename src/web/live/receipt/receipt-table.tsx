import type { ReactNode } from 'react';

import type { Receipt } from '../../../contract/player-answers.ts';
import { ADDS_UP } from '../../../domain/scoring.ts';
import { Hint } from '../../ui/floating/hint.tsx';
import rows from '../../ui/row-table.module.css';
import { TableHead } from '../../ui/table-head.tsx';
import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { useInBrowser } from '../asking/in-browser.ts';
import { secondWords, dayWords } from '../words/time-words.ts';
import { stateWords } from './receipt-words.ts';
import styles from './receipt.module.css';

const POINTS = `${rows.points} ${styles.points}`;

/** The events behind a total, newest first; what does not count is struck out and says why. */
export function ReceiptTable({ receipt: { events, board } }: { readonly receipt: Receipt }) {
  const unit = useUnitWords(board);
  return (
    <table aria-labelledby="events" className={`${rows.table} ${styles.table}`}>
      <TableHead columns={[['When'], ['What'], [unit.head, POINTS], ['Status']]} />
      <tbody>
        {events.map(({ activity, points, at, receivedAt, state, voided }, i) => (
          // oxlint-disable-next-line react/no-array-index-key -- two events may be equal in everything
          <tr key={`${at} ${i}`} data-state={state} data-why={state === 'counted' && voided === null ? undefined : ''}>
            <td className={`muted small ${styles.when}`}>
              <When at={Date.parse(at)} receivedAt={Date.parse(receivedAt)} timeZone={board.timeZone} />
            </td>
            <td className={`anywhere ${styles.what}`}>{activity === '' ? unit.head : activity}</td>
            <td className={POINTS}>
              <Points state={state}>
                {/* A sign where one is added to the other; a result is what it is. */}
                {ADDS_UP[board.scoring] && points > 0 ? '+' : ''}
                <Total words={unit} total={points} />
              </Points>
            </td>
            <td className={`muted small anywhere ${styles.state}`}>{stateWords({ state, voided }, board)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What was taken out of the total is a deletion; what never was in it is only struck out. */
function Points({ state, children }: { readonly state: Receipt['events'][number]['state']; readonly children: ReactNode }) {
  if (state === 'counted') return children;
  return state === 'voided' ? <del>{children}</del> : <s>{children}</s>;
}

/** An event that took this long to reach the board says so, in milliseconds. */
const LONG_MS = 60_000;

function When({ at, receivedAt, timeZone }: { readonly at: number; readonly receivedAt: number; readonly timeZone: string }) {
  const known = useInBrowser();
  const there = `${secondWords(at, timeZone)} (${timeZone})`;
  const here = known ? ` In your time zone: ${secondWords(at)}.` : '';
  const came = receivedAt - at > LONG_MS ? ` It reached the board on ${secondWords(receivedAt, timeZone)}.` : '';
  return <Hint text={`${there}.${here}${came}`}>{secondWords(at, timeZone)}</Hint>;
}

/** What each day added up to, newest first; nothing if there is none. */
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
