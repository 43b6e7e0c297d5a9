import type { Receipt } from '../../../contract/player-answers.ts';
import rows from '../../ui/row-table.module.css';
import { Total } from '../../ui/total.tsx';
import { useUnitWords } from '../../ui/use-unit-words.ts';
import { dayWords } from '../words/time-words.ts';
import styles from './receipt.module.css';

/** What each day added up to, newest first; nothing if there is none. */
export function DayTable({ receipt: { days, board } }: { readonly receipt: Receipt }) {
  const unit = useUnitWords(board);
  if (days.length === 0) return null;
  return (
    <table aria-labelledby="events" className={`${rows.table} ${styles.table}`}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" className={`${rows.points} ${styles.points}`}>
            {unit.head}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, points }) => (
          <tr key={day}>
            <td className={styles.what}>{dayWords(day)}</td>
            <td className={`${rows.points} ${styles.points}`}>
              <Total words={unit} total={points} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
