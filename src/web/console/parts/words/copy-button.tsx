import { useEffect, useState } from 'react';

import control from '../../../ui/control.module.css';

const COPIED = 'Copied';

const FAILED = 'Select the text and copy it';

const SAID_MS = 2000;

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState<string>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(COPIED),
      () => setSaid(FAILED),
    );
  return (
    <button type="button" className={control.button} onClick={() => void copy()}>
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}
