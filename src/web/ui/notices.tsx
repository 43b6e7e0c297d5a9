import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react';
import type { ToasterProps } from 'sonner';

import styles from './notices.module.css';
import { NOTICE, noticesWanted } from './notice.ts';

// Without its library (a connection that dropped before it was ever needed) a notice is lost; the page must not be.
const Toaster = lazy((): Promise<{ default: ComponentType<ToasterProps> }> =>
  import('sonner').then(
    ({ Toaster: Component }) => ({ default: Component }),
    () => ({ default: () => null }),
  ),
);

/** Where notifications appear. Draws nothing, and loads nothing, until the first one. */
export function Notices() {
  const wanted = useSyncExternalStore(noticesWanted.subscribe, noticesWanted.read, () => false);
  if (!wanted) return null;
  return (
    <Suspense>
      <Toaster
        visibleToasts={NOTICE.visible}
        duration={NOTICE.duration}
        gap={NOTICE.gap}
        toastOptions={{ classNames: { toast: styles.notice!, actionButton: styles.action! } }}
      />
    </Suspense>
  );
}
