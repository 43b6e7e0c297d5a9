import type { ReactNode } from 'react';

import styles from './console.module.css';
import { CopyButton } from './words/copy-button.tsx';
import { TextField } from './fields.tsx';

interface OnceShownProps {
  readonly name: string;
  readonly label: string;
  readonly text: string;
  readonly children: ReactNode;
}

/** A secret that is shown only once, to be copied. */
export function OnceShown({ name, label, text, children }: OnceShownProps) {
  return (
    <div className={styles.stack}>
      <p>{children}</p>
      <TextField name={name} label={label} value={text} readOnly onFocus={(event) => event.currentTarget.select()} />
      <div>
        <CopyButton text={text} label={`Copy the ${name}`} />
      </div>
    </div>
  );
}
