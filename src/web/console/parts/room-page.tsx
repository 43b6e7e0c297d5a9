import { type ComponentProps, createContext, Fragment, type ReactNode, use, useEffect, useRef } from 'react';

import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { PageRequests } from './asked.tsx';
import styles from './console.module.css';
import { HELP_LINK, pageTitle } from './parts-words.ts';

/** The heading of the page or section, which names the tables in it. */
export const TitleContext = createContext('');

/** The console's URL of the page's chapter in the documentation. */
export const HelpContext = createContext<string | undefined>(undefined);

interface RoomPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly actions?: ReactNode;
  /** The link and name of the list that led here. On arrival the page takes the focus, because the link was on the same page. */
  readonly back?: readonly [to: ComponentProps<typeof Link>['to'], words: string];
  readonly children: ReactNode;
}

/** A page of the console: its heading and its content. */
export function RoomPage({ title, lead, actions, back, children }: RoomPageProps) {
  const place = useRef<HTMLDivElement>(null);
  const hasBack = back !== undefined;
  const help = use(HelpContext);
  useEffect(() => {
    document.title = pageTitle(title);
  }, [title]);
  useEffect(() => {
    if (!hasBack) return;
    scrollTo(0, 0);
    place.current!.focus({ preventScroll: true });
  }, [hasBack]);
  return (
    <PageRequests>
      {(requests) => (
        <div ref={place} tabIndex={-1} className={styles.room}>
          <div className={styles.head}>
            <div className={styles.tight}>
              <h1 className={styles.title}>{title}</h1>
              <p className={`muted ${styles.told}`}>
                {lead} {help === undefined ? null : <Link to={help}>{HELP_LINK}</Link>}
              </p>
            </div>
            <div className={styles.row}>
              {actions}
              {back === undefined ? null : (
                <Link to={back[0]} className={control.button}>
                  {back[1]}
                </Link>
              )}
              {requests}
            </div>
          </div>
          <TitleContext value={title}>{children}</TitleContext>
        </div>
      )}
    </PageRequests>
  );
}

/** A section of a page, if it has a title. */
export function RoomPart({ title, children }: { readonly title: string | undefined; readonly children: ReactNode }) {
  if (title === undefined) return children;
  return (
    <section className={styles.stack} aria-label={title}>
      <h2 className={styles.partTitle}>{title}</h2>
      <TitleContext value={title}>{children}</TitleContext>
    </section>
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

/** A sentence with a link: the text before it, its own, and the text after it. */
export function LinkIn({ words: [before, link, after], to }: { readonly words: readonly [string, string, string]; readonly to: string }) {
  return (
    <>
      {before}
      <Link to={to}>{link}</Link>
      {after}
    </>
  );
}
