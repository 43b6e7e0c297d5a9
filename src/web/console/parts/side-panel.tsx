/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- a click beside the panel closes it, as Escape and its button do */
import { type ReactNode, useLayoutEffect, useRef } from 'react';

import control from '../../ui/control.module.css';
import styles from './console.module.css';
import { FORM } from './parts-words.ts';
import panel from './side-panel.module.css';

interface SidePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog at the side of the window, open while rendered. Closing restores the focus, or moves it to the page if its element is gone. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => {
      element.close();
      if (document.activeElement === document.body) document.querySelector('main')?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${styles.dialog} ${panel.panel}`}
      aria-label={title}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      // Browsers force-close a dialog when Escape is pressed repeatedly.
      onClose={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={panel.inner}>
        <div className={styles.dialogHead}>
          <h2 className={styles.partTitle}>{title}</h2>
          <button type="button" className={control.quiet} onClick={onClose}>
            {FORM.close}
          </button>
        </div>
        <div className={styles.stack}>{children}</div>
      </div>
    </dialog>
  );
}
