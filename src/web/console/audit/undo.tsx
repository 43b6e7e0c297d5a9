import { use } from 'react';

import type { ApiAuditEntry, ApiUndoPreview } from '../../../contract/operation/audit.ts';
import { Link } from '../../address/link.tsx';
import { useAddress } from '../asking/use-address.ts';
import { usePerson } from '../asking/signed-in.ts';
import { includesRole } from '../../../contract/role.ts';
import styles from '../parts/console.module.css';
import { Act } from '../parts/act.tsx';
import { FaultsContext } from '../parts/fields.tsx';
import { PreviewTold } from '../parts/preview-told.tsx';
import { wordsOf } from './act-words.ts';
import { FieldsTold } from './fields-told.tsx';
import { fieldWords } from './told-fields.ts';

/** The way to take an act back; if there is none, why, or which act did it. */
export function Undo({ entry, look }: { readonly entry: ApiAuditEntry; readonly look: 'words' | 'primary' }) {
  const { role } = usePerson();
  const { said, withWords } = useAddress();
  const { undo, act } = entry;
  switch (undo.state) {
    case 'done':
      return <Link to={{ search: withWords({ entry: `${undo.by}`, before: said('before') }) }}>Undone by entry {undo.by}</Link>;
    case 'impossible':
      return <span className={styles.small}>{undo.why}</span>;
    case 'possible':
      return includesRole(role, undo.role) ? (
        <Act
          act="undoAct"
          opens="Undo"
          look={look}
          title={`Undo: ${wordsOf(act).did}`}
          label="Undo it"
          isPreviewed="at once"
          preview={(preview) => <UndoPreviewTold preview={preview as ApiUndoPreview} />}
          asked={() => ({ entry: `${entry.number}` })}
          done={`Undone: ${wordsOf(act).did}.`}
        >
          <p>The audit log keeps this entry. Undoing adds another, which can be undone too.</p>
          <ChangedSince />
        </Act>
      ) : (
        <span className={styles.small}>Undoing this needs the role {undo.role}.</span>
      );
  }
}

/** What an act that is taken back would do, to fields and to ranks. */
function UndoPreviewTold({ preview }: { readonly preview: ApiUndoPreview }) {
  const { act, before, after, periods } = preview;
  return (
    <>
      <section aria-label="What undoing it does" className={styles.lit}>
        <p>
          {periods.length === 0 ? <strong>Nothing has changed yet. </strong> : null}
          Undoing it would {wordsOf(act).order}.
        </p>
        <FieldsTold before={before} after={after} caption="What would change" heads={['Now', 'Would be']} />
      </section>
      {periods.length === 0 ? null : <PreviewTold preview={preview} />}
    </>
  );
}

/** What is not as the act left it: the server names each field, and does nothing. */
function ChangedSince() {
  const faults = [...use(FaultsContext)];
  if (faults.length === 0) return null;
  return (
    <ul className={styles.tight}>
      {faults.map(([field, rule]) => (
        <li key={field}>
          {fieldWords(field)} {rule}
        </li>
      ))}
    </ul>
  );
}
