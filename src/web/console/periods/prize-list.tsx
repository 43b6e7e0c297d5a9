import { ordinal } from '../../ui/ordinal.ts';
import styles from '../parts/console.module.css';
import { ranksWords } from './settling-words.ts';

interface PrizeListProps {
  readonly prizes: readonly { readonly from: number; readonly to: number; readonly prize: string }[];
}

/** Which ranks win what. */
export function PrizeList({ prizes }: PrizeListProps) {
  return (
    <ul className={styles.tight}>
      {prizes.map((group) => (
        <li key={group.from}>
          {ranksWords(group, ordinal)}: {group.prize}
        </li>
      ))}
    </ul>
  );
}
