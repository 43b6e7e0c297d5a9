import { notify } from '../ui/floating/notice.ts';
import control from '../ui/control.module.css';
import styles from './share-view.module.css';
import { COPY_LINK, LINK_COPIED, LINK_NOT_COPIED } from './board-words.ts';

/** Copies a link to this view, with its page, period and filter. */
export function ShareView() {
  return (
    <button type="button" name="share" className={`pressable ${control.quiet} ${styles.share}`} onClick={() => void copyAddress()}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
        <path d="M6.5 9.5l3-3M7 4.5l2-2a3.2 3.2 0 0 1 4.5 4.5l-2 2M9 11.5l-2 2A3.2 3.2 0 0 1 2.5 9l2-2" />
      </svg>
      <span>{COPY_LINK}</span>
    </button>
  );
}

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    notify(LINK_COPIED);
  } catch {
    // The clipboard is unavailable on an insecure origin or without permission.
    notify(LINK_NOT_COPIED);
  }
}
