import type { ReactNode } from 'react';

import { ordinalEnding } from '../../domain/ordinal.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import styles from './side.module.css';

interface Fighter {
  readonly rank: number;
  readonly name: ReactNode;
}

interface ClosestFightProps {
  readonly ahead: Fighter;
  readonly behind: Fighter;
  /** What is between them in words: "300 points"; `undefined` where they are level. */
  readonly gap: string | undefined;
}

/** The two neighbours who are the least apart. */
export function ClosestFight({ ahead, behind, gap }: ClosestFightProps) {
  const format = useNumberFormat();
  const [first, second] = [ahead, behind].map(({ rank }) => format.count(rank) + ordinalEnding(rank));
  return (
    <section aria-labelledby="fight" className={styles.section}>
      <h2 id="fight" className={styles.title}>
        Closest fight
      </h2>
      <p>
        <strong>{gap ?? 'Level on points'}</strong>
      </p>
      <p className={styles.note}>
        {ahead.name} ({first}) and {behind.name} ({second})
      </p>
    </section>
  );
}
