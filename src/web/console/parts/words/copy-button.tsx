import { useEffect, useState } from 'react';

import control from '../../../ui/control.module.css';

/** How long a button says that it copied, in milliseconds. */
const SAID_MS = 2000;

/** Copies a text, and says whether it could. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState<'Copied' | 'Select the text and copy it'>();
  useEffect(() => {
    if (said === undefined) return;
    const timer = setTimeout(() => setSaid(undefined), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setSaid('Copied'),
      () => setSaid('Select the text and copy it'),
    );
  return (
    <button type="button" className={control.button} onClick={() => void copy()}>
      <span aria-live="polite">{said ?? label}</span>
    </button>
  );
}
