import { CopyButton } from '../parts/words/copy-button.tsx';
import { TextField } from '../parts/form/fields.tsx';
import styles from './people.module.css';

/** A link that is shown only once. */
export function MadeLink({ link }: { readonly link: string }) {
  return (
    <div className={styles.made}>
      <p>Send this link to them, and to nobody else. It works once, and it is shown only now.</p>
      <TextField name="link" label="Link" value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      <div>
        <CopyButton text={link} label="Copy the link" />
      </div>
    </div>
  );
}
