import { useState } from 'react';

import control from '../../ui/control.module.css';
import { TableHead } from '../../ui/table-head.tsx';
import styles from './chart.module.css';
import { CHART } from './chart-words.ts';

interface ChartTableProps {
  readonly title: string;
  readonly head: readonly string[];
  /** Rows, identified by the text of their first cell. */
  readonly rows: readonly (readonly string[])[];
}

/** A chart's data as a table, behind a button, because it may have four hundred rows. */
export function ChartTable({ title, head, rows }: ChartTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={open} className={control.words} onClick={() => setOpen(!open)}>
        {open ? CHART.hideTable : CHART.showTable}
      </button>
      {open ? (
        <div className={styles.rows}>
          <table aria-label={title}>
            <TableHead columns={head.map((text, i) => [text, i === 0 ? undefined : styles.figure])} />
            <tbody>
              {rows.map(([first, ...figures]) => (
                <tr key={first}>
                  <th scope="row">{first}</th>
                  {figures.map((text, i) => (
                    <td key={head[i + 1]} className={styles.figure}>
                      {text}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </>
  );
}
