import type { ReactNode } from 'react';

import { ordinalEnding } from '../../domain/ordinal.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import styles from './side.module.css';

interface Fighter {
  readonly rank: number;
  readonly name: ReactNode;
}

interface ClosestFightProps {
  /** `undefined` where there are no two neighbours. */
  readonly fight:
    | {
        readonly ahead: Fighter;
        readonly behind: Fighter;
        /** What is between them in words: "300 points", "Level on points". */
        readonly gap: string;
      }
    | undefined;
}

/** The two neighbours who are the least apart; always as high, whoever they are. */
export function ClosestFight({ fight }: ClosestFightProps) {
  const format = useNumberFormat();
  return (
    <section aria-labelledby="fight" className={styles.section}>
      <h2 id="fight" className={styles.title}>
        Closest fight
      </h2>
      <div className={styles.fight}>
        {fight === undefined ? (
          <p className={styles.note}>Fewer than two players are ranked.</p>
        ) : (
          <>
            <p>
              <strong>{fight.gap}</strong>
            </p>
            {[fight.ahead, fight.behind].map(({ rank, name }) => (
              <p key={`${fight.ahead.rank} ${rank}`} className={`${styles.note} ${styles.one}`}>
                {format.count(rank)}
                {ordinalEnding(rank)} {name}
              </p>
            ))}
          </>
        )}
      </div>
    </section>
  );
}
