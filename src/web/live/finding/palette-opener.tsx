import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';

import control from '../../ui/control.module.css';
import { useInBrowser } from '../asking/use-in-browser.ts';
import styles from './palette-opener.module.css';

// Loaded when it is first asked for: most visits never do.
const Palette = lazy((): Promise<{ default: ComponentType<{ readonly opened: number }> }> =>
  import('./palette.tsx').then(
    (module) => ({ default: module.Palette }),
    // A palette that cannot be had is no reason to lose the page.
    () => ({ default: () => null }),
  ),
);

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
        onClick={() => setOpened((count) => count + 1)}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="M12.5 12.5 18 18" />
        </svg>
        <span className="visually-hidden">Find anything</span>
        <kbd className={styles.key}>{isInBrowser && hasCommandKey() ? '⌘ K' : 'Ctrl K'}</kbd>
      </button>
      {opened === 0 ? null : (
        <Suspense>
          <Palette opened={opened} />
        </Suspense>
      )}
    </>
  );
}

/** Whether the keyboard of this device has it in place of Control. */
function hasCommandKey(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.platform);
}
