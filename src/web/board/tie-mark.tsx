import type { Tie } from '../../domain/ranking.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import { TextWithTip } from '../ui/floating/hint.tsx';
import styles from './tie-mark.module.css';
import { tieWords } from './board-words.ts';

/** An equals sign next to the name of a tied player. A tooltip shows what decided the order; screen readers hear it with the name. */
export function TieMark({ tie, total }: { readonly tie: Tie; /** In words: "4,544 points". */ readonly total: string }) {
  const format = useNumberFormat();
  if (tie.kind === 'none') return null;
  return (
    <TextWithTip className={styles.mark} text={tieWords(format.count(tie.others), tie.others === 1, total, tie.decidedBy)}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d="M2 4h8M2 8h8" stroke="currentColor" strokeWidth="2" />
      </svg>
    </TextWithTip>
  );
}
