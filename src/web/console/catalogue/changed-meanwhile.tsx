import { useState } from 'react';

import type { Catalogue } from '../../../contract/catalogue.ts';
import styles from '../parts/console.module.css';
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
