import { use } from 'react';

import styles from '../parts/console.module.css';
import { FaultsContext } from '../parts/fields.tsx';

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
