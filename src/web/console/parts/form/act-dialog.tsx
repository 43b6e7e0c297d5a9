import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

import control from '../../../ui/control.module.css';
import styles from './act-dialog.module.css';

interface ActDialogProps {
  /** What the button says. */
  readonly label: string;
  /** What the dialog is about: the button's words where they say enough. */
  readonly title?: string;
  readonly look?: 'button' | 'words' | 'primary';
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a dialog with a form. Escape and the button at its end close it, and the focus goes back to the button. What is
 * behind it is asked for again then: somebody else may have changed it, which an act in the dialog was told of.
 */
export function ActDialog({ label, title = label, look = 'button', children }: ActDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const close = () => {
    setOpen(false);
    void client.invalidateQueries();
  };
  return (
    <>
      <button type="button" className={control[look]} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen ? (
        <OpenDialog title={title} onClose={close}>
          {children(close)}
        </OpenDialog>
      ) : null}
    </>
  );
}

interface OpenDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over everything else for as long as it is rendered. */
function OpenDialog({ title, onClose, children }: OpenDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // The first field, and not the button that closes it.
    element.querySelector<HTMLElement>('input, select, textarea')?.focus();
    // Closed before it is taken out of the page, it gives the focus back.
    return () => element.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={title} onCancel={onClose}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <button type="button" className={control.quiet} onClick={onClose}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
