import { createContext, Fragment, type ReactNode, useEffect, useRef } from 'react';

import { Link } from '../../address/link.tsx';
import styles from './console.module.css';
import { pageTitle } from './parts-words.ts';

/** The heading of the page or section: the name of a table in it. */
export const TitleContext = createContext('');

interface RoomPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the console: its heading and its content. */
export function RoomPage({ title, lead, actions, children }: RoomPageProps) {
  useEffect(() => {
    document.title = pageTitle(title);
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

/** A section of a page. */
export function RoomPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.stack} aria-label={title}>
      <h2 className={styles.partTitle}>{title}</h2>
      <TitleContext value={title}>{children}</TitleContext>
    </section>
  );
}

/** Takes the focus when it is shown: for a page that a link of the same page leads to. */
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

/** Names and values; empty values are left out. */
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

/** A sentence with a link in it: what stands before it, its words, and what stands after. */
export function LinkIn({ words: [before, link, after], to }: { readonly words: readonly [string, string, string]; readonly to: string }) {
  return (
    <>
      {before}
      <Link to={to}>{link}</Link>
      {after}
    </>
  );
}
