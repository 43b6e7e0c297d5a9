import { type ReactNode, useEffect, useRef } from 'react';

import styles from './room-page.module.css';

/** Takes the focus when it is shown: whoever follows a link from a list to one of its rows goes on reading there. */
export function Arrived({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    scrollTo(0, 0);
    place.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={place} tabIndex={-1} className={styles.arrived}>
      {children}
    </div>
  );
}
