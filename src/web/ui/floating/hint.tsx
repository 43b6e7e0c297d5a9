import type { ReactNode } from 'react';

import { closeTooltip, leaveTooltip, openTooltip, restOnTooltip } from './tooltips.tsx';
import styles from './tooltip.module.css';

interface TipProps {
  /** The text of the tooltip: one or two sentences. */
  readonly text: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/**
 * A term that needs explaining. A real button, so that it can be focused by keyboard and tapped; the tooltip is also its
 * `aria-description`, so screen readers do not need it to be open.
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

/** A symbol whose explanation is read with the text around it. Not a tab stop; mouse and touch open the tooltip. */
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
