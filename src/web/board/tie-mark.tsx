import type { Tie } from '../../domain/ranking.ts';
import { useNumberFormat } from '../ui/number-format.ts';
import { Hint } from '../ui/floating/hint.tsx';
import styles from './tie-mark.module.css';

const DECIDED_BY = {
  'reached-first': 'The first to reach that total is listed first.',
  'joined-first': 'They reached it at the same moment, so whoever joined first is listed first.',
} as const;

/** An equals sign beside a name that is level on points with another; its tooltip says what decided the order. */
export function TieMark({ tie, total }: { readonly tie: Tie; /** In words: "4,544 points". */ readonly total: string }) {
  const format = useNumberFormat();
  if (tie.kind === 'none') return null;
  const others = tie.others === 1 ? 'one other player' : `${format.count(tie.others)} other players`;
  return (
    <Hint label="Tied" className={`pointed ${styles.mark}`} text={`Level with ${others} on ${total}. ${DECIDED_BY[tie.decidedBy]}`}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
        <path d="M2 4h8M2 8h8" stroke="currentColor" strokeWidth="2" />
      </svg>
    </Hint>
  );
}
