import type { ReactNode } from 'react';

import { ordinalEnding } from '../../domain/ordinal.ts';
import type { UnitWords } from '../../domain/units/counted-words.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import { BesideSection } from './beside-section.tsx';
import styles from './side.module.css';

interface Fighter {
  readonly rank: number;
  readonly player: { readonly id: string; readonly name: string };
}

interface ClosestFightProps {
  /** Null where there are no two neighbours. */
  readonly fight: { readonly ahead: Fighter; readonly behind: Fighter; readonly gap: number } | null;
  readonly words: UnitWords;
  /** How an edition shows a name. */
  readonly name: (player: Fighter['player']) => ReactNode;
}

/** The two neighbours with the smallest gap; always the same height. */
export function ClosestFight({ fight, words, name }: ClosestFightProps) {
  const format = useNumberFormat();
  return (
    <BesideSection id="fight" title="Closest fight">
      <div className={styles.fight}>
        {fight === null ? (
          <p className={styles.note}>Not enough players yet.</p>
        ) : (
          <>
            <p>
              <strong>{fight.gap === 0 ? `Tied on ${words.several}` : words.gap(fight.gap)}</strong>
            </p>
            {[fight.ahead, fight.behind].map(({ rank, player }) => (
              <p key={`${fight.ahead.rank} ${rank}`} className={`${styles.note} ${styles.one}`} title={player.name}>
                <span>{format.count(rank) + ordinalEnding(rank)}</span> {name(player)}
              </p>
            ))}
          </>
        )}
      </div>
    </BesideSection>
  );
}
