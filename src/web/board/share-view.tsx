import { notify } from '../ui/notice.ts';
import control from '../ui/control.module.css';

/** Copies a link to exactly this view: page, period, filter and all. */
export function ShareView() {
  return (
    <button type="button" name="share" className={control.button} onClick={() => void copyAddress()}>
      Copy link
    </button>
  );
}

async function copyAddress(): Promise<void> {
  try {
    await navigator.clipboard.writeText(location.href);
    notify('Link to this view copied');
  } catch {
    // No clipboard on an insecure origin, or the visitor said no. The address bar always has the link.
    notify('Could not copy the link. Copy it from the address bar.');
  }
}
