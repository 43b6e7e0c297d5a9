import type { ReactNode } from 'react';

import { ordinalEnding } from '../../domain/ordinal.ts';
import type { UnitWords } from '../../domain/units/counted-words.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import { BesideSection } from './beside-section.tsx';
import styles from './side.module.css';
import { CLOSEST_FIGHT, tiedOn } from './beside-words.ts';

interface Fighter {
  readonly rank: number;
  readonly player: { readonly id: string; readonly name: string };
}

interface ClosestFightProps {
  readonly fight: { readonly ahead: Fighter; readonly behind: Fighter; readonly gap: number } | null;
  readonly words: UnitWords;
  readonly name: (player: Fighter['player']) => ReactNode;
}

/** The two neighbours with the smallest gap. With fewer than two players it reserves its space, so that nothing shifts later. */
export function ClosestFight({ fight, words, name }: ClosestFightProps) {
  const format = useNumberFormat();
  if (fight === null) return <div className={styles.fight} />;
  return (
    <BesideSection id="fight" title={CLOSEST_FIGHT} className={styles.fight}>
      <p>
        <strong>{fight.gap === 0 ? tiedOn(words.several) : words.gap(fight.gap)}</strong>
      </p>
      {[fight.ahead, fight.behind].map(({ rank, player }) => (
        <p key={`${fight.ahead.rank} ${rank}`} className={`${styles.note} ${styles.one}`} title={player.name}>
          <span>{format.count(rank) + ordinalEnding(rank)}</span> {name(player)}
        </p>
      ))}
    </BesideSection>
  );
}
