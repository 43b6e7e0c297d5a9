import { use, useState } from 'react';

import type { Catalogue } from '../../../contract/catalogue.ts';
import styles from '../parts/console.module.css';
import { FaultsContext } from '../parts/fields.tsx';
import { changesMeanwhile } from './meanwhile.ts';

/** As many changes as anybody reads. */
const SHOWN = 8;

/** What others changed in the catalogue since a form was opened; nothing if nobody did. */
export function ChangedMeanwhile({ catalogue }: { readonly catalogue: Catalogue }) {
  const [before] = useState(catalogue);
  const changes = changesMeanwhile(before, catalogue);
  return (
    <div role="status" className={changes.length === 0 ? undefined : styles.bad}>
      {changes.length === 0 ? null : (
        <>
          <p>Since you opened this, somebody</p>
          <ul>
            {changes.slice(0, SHOWN).map((change) => (
              <li key={change}>– {change}</li>
            ))}
            {changes.length > SHOWN ? <li>– and made {changes.length - SHOWN} more changes</li> : null}
          </ul>
        </>
      )}
    </div>
  );
}

/** What is wrong with other parts of the catalogue, which no field of the form can say. */
export function FaultsElsewhere({ own }: { readonly own?: (field: string) => boolean }) {
  const faults = [...use(FaultsContext)].filter(([field]) => own?.(field) !== true);
  if (faults.length === 0) return null;
  return (
    <ul className={styles.fault}>
      {faults.map(([field, rule]) => (
        <li key={field}>
          <code>{field}</code> {rule}
        </li>
      ))}
    </ul>
  );
}
