import type { ReactNode } from 'react';

import { closeTooltip, leaveTooltip, openTooltip, restOnTooltip } from './tooltips.tsx';
import styles from './tooltip.module.css';

interface TipProps {
  /** The words of the tooltip: one or two sentences. */
  readonly text: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/**
 * A word that needs explaining. A real button, so that a keyboard reaches it and a finger opens it;
 * the tooltip is also its `aria-description`, so a screen reader does not depend on it being open.
 */
export function Hint({ text, children, className = '' }: TipProps) {
  return (
    <button
      type="button"
      className={`${styles.hint} ${className}`}
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

/** A sign whose words are read with the text around it. No stop for the keyboard: a mouse and a finger open the tooltip. */
export function TextWithTip({ text, children, className }: TipProps) {
  return (
    <span
      className={`anchor ${className}`}
      onPointerEnter={(event) => event.pointerType === 'mouse' && restOnTooltip(event.currentTarget, text)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && leaveTooltip()}
      onPointerUp={(event) => openTooltip(event.currentTarget, text)}
    >
      {children}
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
