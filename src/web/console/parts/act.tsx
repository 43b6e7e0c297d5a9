import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

import control from '../../ui/control.module.css';
import type { ActId } from '../asking/use-act.ts';
import styles from './console.module.css';
import { ActForm, type ActFormProps } from './act-form.tsx';

interface ActDialogProps {
  /** What the button says. */
  readonly label: string;
  /** What the dialog is about: the button's words where they say enough. */
  readonly title?: string | undefined;
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

interface ActProps<Id extends ActId> extends ActFormProps<Id>, Omit<ActDialogProps, 'label' | 'children'> {
  /** What the button says that opens it. */
  readonly opens: string;
}

/** A button that opens the form of an act, which closes once it is done. */
export function Act<const Id extends ActId>({ opens, title, look = 'words', onDone, ...form }: ActProps<Id>) {
  return (
    <ActDialog label={opens} title={title} look={look}>
      {(close) => (
        <ActForm
          {...form}
          onDone={(answer) => {
            close();
            onDone?.(answer);
          }}
        />
      )}
    </ActDialog>
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
      <div className={styles.dialogHead}>
        <h2 className={styles.partTitle}>{title}</h2>
        <button type="button" className={control.quiet} onClick={onClose}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}
