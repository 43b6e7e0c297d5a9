import { useState } from 'react';

import control from '../../ui/control.module.css';
import { TableHead } from '../../ui/table-head.tsx';
import styles from './chart.module.css';
import { CHART } from './chart-words.ts';

interface ChartTableProps {
  readonly title: string;
  readonly head: readonly string[];
  /** Rows by the text of their first cell, which names the row. */
  readonly rows: readonly (readonly string[])[];
}

/** What a chart shows as a table, behind a button: a reader of four hundred rows asks for them. */
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
