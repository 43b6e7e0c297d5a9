import type { ApiFailure } from '../../../../contract/exchange.ts';
import control from '../../../ui/control.module.css';
import { cutValues } from '../words/cut-values.ts';
import styles from '../words/told.module.css';

interface OvertakenProps {
  readonly failure: ApiFailure;
  /** What the button says. */
  readonly label?: string | undefined;
  readonly isActing: boolean;
  readonly onOverwrite: () => void;
}

/** Says that somebody else was first, with what is there now. Nothing was overwritten, and what was typed is still there. */
export function Overtaken({ failure, label = 'Replace it with mine', isActing, onOverwrite }: OvertakenProps) {
  const { problem } = failure;
  return (
    <div role="alert" className={styles.failure}>
      <p>
        <strong>{problem?.by?.name ?? 'Somebody'} changed this while you had it open.</strong> What you typed is still here, and nothing was
        overwritten.
      </p>
      {problem?.now === undefined ? null : (
        <details className={styles.request}>
          <summary>What is there now</summary>
          <pre className={styles.code}>{cutValues(JSON.stringify(problem.now, null, 2))}</pre>
        </details>
      )}
      <div>
        <button type="button" className={control.button} disabled={isActing} onClick={onOverwrite}>
          {label}
        </button>
      </div>
    </div>
  );
}
