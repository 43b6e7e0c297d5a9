import type { To } from 'react-router';

import { Link } from '../address/link.tsx';
import control from '../ui/control.module.css';
import styles from './instead.module.css';

/** Links to other pages. */
export function WaysOn({ ways }: { readonly ways: readonly { readonly to: To; readonly name: string }[] }) {
  return (
    <ul className={`cluster strong ${styles.pages}`}>
      {ways.map(({ to, name }) => (
        <li key={name}>
          <Link to={to} className={control.link}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
