import { useEffect, useState } from 'react';

import control from '../../ui/control.module.css';
import { onDemand } from '../../ui/floating/on-demand.tsx';
import { useInBrowser } from '../asking/use-in-browser.ts';
import styles from './palette-opener.module.css';

const Palette = onDemand(() => import('./palette.tsx'), 'Palette');

/** Opens the palette: a button with its shortcut in it, Ctrl+K or Command+K, which works from any page. */
export function PaletteOpener() {
  const [opened, setOpened] = useState(0);
  const isInBrowser = useInBrowser();

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      setOpened((count) => count + 1);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <button
        type="button"
        name="palette"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className={`${control.button} ${styles.opener}`}
        onMouseDown={(event) => {
          // A press takes the focus from the box beside it, which becomes narrower at once and takes the button away.
          if (document.activeElement instanceof HTMLInputElement) event.preventDefault();
        }}
        onClick={() => setOpened((count) => count + 1)}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
          <path d="M2 4h16M2 9h5M2 14h5" />
          <circle cx="12.5" cy="11.5" r="3.5" />
          <path d="M15 14l3 3" />
        </svg>
        <span className="visually-hidden">Find anything</span>
        <kbd className={styles.key}>{isInBrowser && hasCommandKey() ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {opened === 0 ? null : <Palette opened={opened} />}
    </>
  );
}

/** Whether the keyboard of this device has it in place of Control. */
function hasCommandKey(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
