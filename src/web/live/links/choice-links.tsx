import type { ReactNode } from 'react';
import type { To } from 'react-router';

import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';

interface ChoiceLinksProps {
  readonly label: string;
  readonly choices: readonly { readonly key: string; readonly to: To; readonly text: ReactNode; readonly isShown: boolean }[];
  readonly className?: string | undefined;
}

/** A few links side by side to other views of a page; the current one is marked. */
export function ChoiceLinks({ label, choices, className = '' }: ChoiceLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className={control.choices}>
        {choices.map(({ key, to, text, isShown }) => (
          <li key={key}>
            <Link to={to} aria-current={isShown ? 'true' : undefined} preventScrollReset className={`${control.choice} ${className}`}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
