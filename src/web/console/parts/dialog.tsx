import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

import control from '../../ui/control.module.css';
import styles from './console.module.css';
import { FORM, LEAVING } from './parts-words.ts';

const LOOKS = {
  button: control.button,
  words: control.words,
  primary: control.primary,
  danger: styles.danger,
  dangerWords: styles.dangerWords,
};

interface ActDialogProps {
  readonly label: string;
  readonly title?: string | undefined;
  readonly look?: keyof typeof LOOKS;
  /** Given what closes the dialog once something is done, which refetches everything by itself. */
  readonly children: (close: () => void) => ReactNode;
}

/** A button that opens a dialog with a form. Closing it returns the focus to the button and refetches the page, which may be stale by then. */
export function ActDialog({ label, title = label, look = 'button', children }: ActDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const shut = () => setOpen(false);
  const leave = () => {
    shut();
    void client.invalidateQueries();
  };
  return (
    <>
      <button type="button" className={LOOKS[look]} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen ? (
        <OpenDialog title={title} onClose={leave}>
          {children(shut)}
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

/** A modal dialog for as long as it is rendered. Asks before unsaved changes in it are lost. */
function OpenDialog({ title, onClose, children }: OpenDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isLeaving, setLeaving] = useState(false);
  const close = () => (isUnsaved(dialog.current!) ? setLeaving(true) : onClose());
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // The first field, and not the button that closes it.
    element.querySelector<HTMLElement>('input, select, textarea')?.focus();
    // Closed before it is taken out of the page, it gives the focus back.
    return () => element.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        // What cannot be cancelled closes: below.
        if (event.target === event.currentTarget && event.cancelable) close();
      }}
      // Browsers close a dialog without asking when Escape is pressed again and again. React bubbles the event of a dialog inside.
      onClose={({ target, currentTarget: element }) => {
        if (target !== element) return;
        if (!isUnsaved(element)) return onClose();
        element.showModal();
        setLeaving(true);
      }}
    >
      <div className={styles.dialogHead}>
        <h2 className={styles.partTitle}>{title}</h2>
        <button type="button" className={control.quiet} onClick={close}>
          {FORM.close}
        </button>
      </div>
      {children}
      {isLeaving ? <LeaveDialog onStay={() => setLeaving(false)} onLeave={onClose} /> : null}
    </dialog>
  );
}

/** Whether a form within an element has changes that are not saved. */
export function isUnsaved(within: ParentNode): boolean {
  return within.querySelector('form[data-unsaved]') !== null;
}

interface LeaveDialogProps {
  readonly of?: keyof typeof LEAVING;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks whether to discard what was typed, or to stop what is running. */
export function LeaveDialog({ of = 'changes', onStay, onLeave }: LeaveDialogProps) {
  const { title, told, stay, leave } = LEAVING[of];
  return (
    <OpenDialog title={title} onClose={onStay}>
      <div className={styles.stack}>
        <p>{told}</p>
        <div className={styles.row}>
          <button type="button" className={control.button} onClick={onStay}>
            {stay}
          </button>
          <button type="button" className={styles.danger} onClick={onLeave}>
            {leave}
          </button>
        </div>
      </div>
    </OpenDialog>
  );
}
