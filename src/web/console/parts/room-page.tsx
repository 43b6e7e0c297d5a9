import { createContext, Fragment, type ReactNode, useEffect, useRef } from 'react';

import styles from './console.module.css';

/** What the room is called, or the part of it: a table in it is called the same. */
export const TitleContext = createContext('');

interface RoomPageProps {
  readonly title: string;
  /** What the room is for, in a sentence. */
  readonly lead: ReactNode;
  /** What is done here most. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A room of the console: its heading, and what is in it. */
export function RoomPage({ title, lead, actions, children }: RoomPageProps) {
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  return (
    <div className={styles.room}>
      <div className={styles.head}>
        <div className={styles.tight}>
          <h1 className={styles.title}>{title}</h1>
          <p className={`muted ${styles.told}`}>{lead}</p>
        </div>
        {actions === undefined ? null : <div className={styles.row}>{actions}</div>}
      </div>
      <TitleContext value={title}>{children}</TitleContext>
    </div>
  );
}

/** A part of a room, with a heading of its own. */
export function RoomPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.stack} aria-label={title}>
      <h2 className={styles.partTitle}>{title}</h2>
      <TitleContext value={title}>{children}</TitleContext>
    </section>
  );
}

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

/** What something is and what it says, by name; nothing of what is not there. */
export function Facts({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(([name, fact]) =>
        fact === null || fact === '' ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
