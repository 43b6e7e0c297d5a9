import { ordinal } from '../../ui/ordinal.ts';
import styles from './periods.module.css';
import { ranksWords } from './settling-words.ts';

interface PrizeListProps {
  readonly prizes: readonly { readonly from: number; readonly to: number; readonly prize: string }[];
}

/** Which ranks win what. */
export function PrizeList({ prizes }: PrizeListProps) {
  if (prizes.length === 0) return 'None';
  return (
    <ul className={styles.list}>
      {prizes.map((group) => (
        <li key={group.from}>
          {ranksWords(group, ordinal)}: {group.prize}
        </li>
      ))}
    </ul>
  );
}
