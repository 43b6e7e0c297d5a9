import { createContext, use, useEffect, useRef, useState, type ReactNode } from 'react';

import { openDelay } from './tooltip-timing.ts';
import styles from './tooltip.module.css';

interface Tooltips {
  /** Opens after the delay that applies to pointers. */
  readonly rest: (anchor: HTMLElement, text: string) => void;
  /** Opens at once: for keyboard focus and for taps. */
  readonly open: (anchor: HTMLElement, text: string) => void;
  readonly leave: () => void;
  readonly stay: () => void;
  readonly close: () => void;
}

const TooltipContext = createContext<Tooltips | undefined>(undefined);

export function useTooltips(): Tooltips {
  const tooltips = use(TooltipContext);
  if (tooltips === undefined) throw new Error('No tooltip layer: render inside <TooltipLayer>');
  return tooltips;
}

/** How long the pointer may take from the control to its tooltip, in milliseconds (WCAG 1.4.13: hoverable). */
const LEAVE_GRACE = 120;

/** One tooltip for the whole site: at most one is ever open, drawn in the browser's top layer. */
export function TooltipLayer({ children }: { readonly children: ReactNode }) {
  const layer = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [tooltips] = useState(() => createTooltips(() => layer.current, setText));

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') tooltips.close();
    };
    addEventListener('keydown', onKey);
    addEventListener('scroll', tooltips.close, { capture: true, passive: true });
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('scroll', tooltips.close, { capture: true });
    };
  }, [tooltips]);

  return (
    <TooltipContext value={tooltips}>
      {children}
      <div
        ref={layer}
        popover="manual"
        role="tooltip"
        className={styles.layer}
        onPointerEnter={tooltips.stay}
        onPointerLeave={tooltips.leave}
      >
        {text}
      </div>
    </TooltipContext>
  );
}

function createTooltips(layer: () => HTMLDivElement | null, setText: (text: string) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastClosedAt = -Infinity;
  let anchor: HTMLElement | undefined;

  const open = (next: HTMLElement, text: string) => {
    clearTimeout(timer);
    anchor?.style.removeProperty('anchor-name');
    anchor = next;
    anchor.style.setProperty('anchor-name', '--tooltip');
    setText(text);
    layer()?.showPopover();
  };
  const close = () => {
    clearTimeout(timer);
    if (layer()?.matches(':popover-open') !== true) return;
    layer()?.hidePopover();
    lastClosedAt = performance.now();
  };
  return {
    open,
    close,
    rest(next: HTMLElement, text: string) {
      clearTimeout(timer);
      timer = setTimeout(() => open(next, text), openDelay(performance.now(), lastClosedAt));
    },
    stay: () => clearTimeout(timer),
    leave() {
      clearTimeout(timer);
      timer = setTimeout(close, LEAVE_GRACE);
    },
  };
}
