import { use } from 'react';

import { FaultsContext } from '../parts/form/faults.ts';
import styles from './catalogue.module.css';

/** What is wrong with other parts of the catalogue, which no field of the form can say. */
export function FaultsElsewhere({ own }: { readonly own?: (field: string) => boolean }) {
  const faults = [...use(FaultsContext)].filter(([field]) => own?.(field) !== true);
  if (faults.length === 0) return null;
  return (
    <ul className={styles.elsewhere}>
      {faults.map(([field, rule]) => (
        <li key={field}>
          <code>{field}</code> {rule}
        </li>
      ))}
    </ul>
  );
}
