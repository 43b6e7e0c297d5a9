import type { ReactNode } from 'react';

import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import { useDensity } from '../parts/density.ts';
import { LIST } from './list-words.ts';
import styles from './list.module.css';

export const PAGE_SIZES: readonly number[] = [25, 50, 100];

interface ToolsProps {
  readonly counted: string;
  readonly hasPages: boolean;
  readonly size: number;
  readonly children: ReactNode;
}

/** The toolbar above a list: how many rows are shown, and how. */
export function Tools({ counted, hasPages, size, children }: ToolsProps) {
  const { say } = useAddress();
  const [density, setDensity] = useDensity();
  const other = density === 'compact' ? 'comfortable' : 'compact';
  return (
    <div className={styles.tools}>
      <p role="status">{counted}</p>
      <div role="group" aria-label={LIST.tools} className={styles.toolRow}>
        {children}
        <button type="button" className={`${control.words} ${styles.density}`} onClick={() => setDensity(other)}>
          {LIST[other]}
        </button>
        {hasPages ? (
          <label className={styles.size}>
            {LIST.rows}
            <select
              className={control.field}
              value={size}
              onChange={({ target }) => say({ limit: target.value === '50' ? '' : target.value })}
            >
              {PAGE_SIZES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </select>
          </label>
        ) : null}
      </div>
    </div>
  );
}
