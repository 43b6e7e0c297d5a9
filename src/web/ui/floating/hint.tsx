import type { ReactNode } from 'react';

import { closeTooltip, leaveTooltip, openTooltip, restOnTooltip } from './tooltips.tsx';
import styles from './tooltip.module.css';

interface HintProps {
  /** The words of the tooltip: what `children` means, in one or two sentences. */
  readonly text: string;
  readonly children: ReactNode;
  /** An accessible name, where `children` is only a sign. */
  readonly label?: string;
  readonly className?: string | undefined;
}

/**
 * Something short that may need words. A real button, so that a keyboard reaches it and a finger opens it;
 * the words are also its `aria-description`, so a screen reader does not depend on the tooltip being open.
 */
export function Hint({ text, children, label, className }: HintProps) {
  return (
    <button
      type="button"
      className={className === undefined ? styles.hint : `${styles.hint} ${className}`}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- ARIA 1.3 made it global; the rule knows 1.2
      aria-description={text}
      onPointerEnter={(event) => event.pointerType === 'mouse' && restOnTooltip(event.currentTarget, text)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && leaveTooltip()}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && openTooltip(event.currentTarget, text)}
      onBlur={closeTooltip}
      onClick={(event) => openTooltip(event.currentTarget, text)}
    >
      {children}
    </button>
  );
}
