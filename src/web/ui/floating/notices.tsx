import { useSyncExternalStore } from 'react';

import styles from './notices.module.css';
import { NOTICE, noticesWanted } from './notice.ts';
import { onDemand } from './on-demand.tsx';

const Toaster = onDemand(() => import('sonner'), 'Toaster');

/** Renders notices. Loads nothing until the first one. */
export function Notices() {
  const wanted = useSyncExternalStore(noticesWanted.subscribe, noticesWanted.read, () => false);
  if (!wanted) return null;
  return (
    <Toaster
      visibleToasts={NOTICE.visible}
      duration={NOTICE.duration}
      gap={NOTICE.gap}
      toastOptions={{ classNames: { toast: styles.notice!, actionButton: styles.action! } }}
    />
  );
}
