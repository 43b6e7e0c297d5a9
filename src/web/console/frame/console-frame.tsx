import { useEffect, useRef, useState } from 'react';
import { Outlet, useBlocker, useLocation } from 'react-router';

import { Link } from '../../address/link.tsx';
import { BrandMark } from '../../site/header/brand-mark.tsx';
import { ThemeChoice } from '../../site/theme/theme-choice.tsx';
import control from '../../ui/control.module.css';
import { useSiteIdentity } from '../../ui/site-identity.ts';
import { useAsk } from '../asking/console-api.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useOwnEntries } from '../asking/use-question.ts';
import { DoneContext } from '../parts/act.tsx';
import look from '../parts/console.module.css';
import { isUnsaved, LeaveDialog } from '../parts/dialog.tsx';
import { WorkTold } from '../parts/work-told.tsx';
import { useTimeZone } from '../parts/words/moment.tsx';
import styles from './console-frame.module.css';
import { CONSOLE_ROOMS } from './console-rooms.ts';
import { FRAME } from './frame-words.ts';

/** The frame of every page: navigation, who is signed in, and what was done last. */
export function ConsoleFrame() {
  const [done, setDone] = useState<Done>();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const zone = useTimeZone();
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={styles.frame}>
      <a href="#main" className="skip">
        {FRAME.skip}
      </a>
      <ConsoleHeader />
      <Rooms />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <DoneContext value={(words, after) => setDone({ words, after })}>
          <WorkTold />
          <Outlet />
        </DoneContext>
        <p className={styles.zone}>{FRAME.zone(zone)}</p>
      </main>
      <Leaving />
      <DoneTold done={done} onClose={() => setDone(undefined)} />
    </div>
  );
}

function Leaving() {
  const blocker = useBlocker(() => isUnsaved(document));
  useEffect(() => {
    const ask = (event: Event) => {
      if (isUnsaved(document)) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  if (blocker.state !== 'blocked') return null;
  const isImporting = document.querySelector('form[data-unsaved="import"]') !== null;
  return <LeaveDialog of={isImporting ? 'import' : 'changes'} onStay={blocker.reset} onLeave={blocker.proceed} />;
}

function ConsoleHeader() {
  const { name } = useSiteIdentity();
  const person = usePerson();
  const ask = useAsk();
  // A reload forgets everything that was shown, for the next user of the browser.
  const signOut = () => ask('signOut').finally(() => location.reload());
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand}>
        <BrandMark />
        <span className={`one-line ${styles.name}`}>{name}</span>
        <span className={styles.console}>{FRAME.console}</span>
      </Link>
      <a href="/" className={`${control.link} ${styles.site}`}>
        {FRAME.site}
      </a>
      <details className={styles.person}>
        <summary className={control.quiet}>
          {person.name}
          <span className={`note ${styles.role}`}>{person.role}</span>
        </summary>
        <div className={`${look.stack} ${styles.menu}`}>
          <Link to="/people" className={control.link}>
            {FRAME.account}
          </Link>
          <ThemeChoice />
          <button type="button" className={control.button} onClick={() => void signOut()}>
            {FRAME.signOut}
          </button>
        </div>
      </details>
    </header>
  );
}

/** Links to all pages: beside the content where there is room, behind a button where there is not. */
function Rooms() {
  const { pathname } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  const here = CONSOLE_ROOMS.find(({ path }) => path === pathname);
  const list = (
    <ul className={`${look.fit} ${styles.rooms}`}>
      {CONSOLE_ROOMS.map(({ path, name }) => (
        <li key={path}>
          <Link
            to={path}
            aria-current={path === pathname ? 'page' : undefined}
            className={control.choice}
            onClick={() => {
              if (menu.current !== null) menu.current.open = false;
            }}
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
  return (
    <nav aria-label={FRAME.console} className={styles.nav}>
      <details ref={menu} className={styles.folded}>
        <summary className={control.button}>{here?.name ?? FRAME.pages}</summary>
        {list}
      </details>
      <div className={styles.open}>{list}</div>
    </nav>
  );
}

/** How long the notice stays, in milliseconds: long enough to read it twice and press Undo. */
const STAYS_MS = 12_000;

interface Done {
  readonly words: string;
  readonly after: number | undefined;
}

function DoneTold({ done, onClose }: { readonly done: Done | undefined; readonly onClose: () => void }) {
  useEffect(() => {
    if (done === undefined) return;
    const timer = setTimeout(onClose, STAYS_MS);
    return () => clearTimeout(timer);
  }, [done, onClose]);
  return (
    <div role="status" className={done === undefined ? undefined : `${look.row} ${styles.done}`}>
      {done === undefined ? null : (
        <>
          <span className={styles.doneWords}>{done.words}</span>
          <WayBack after={done.after} onClose={onClose} />
          <button type="button" className={control.quiet} onClick={onClose}>
            {FRAME.close}
          </button>
        </>
      )}
    </div>
  );
}

/** Links to the audit log entry about what was done, or to the log if there are several. */
function WayBack({ after, onClose }: { readonly after: number | undefined; readonly onClose: () => void }) {
  const [entry, ...others] = useOwnEntries(after);
  if (entry === undefined) return null;
  const [to, words] =
    others.length > 0 ? ['/audit', FRAME.log] : [`/audit?entry=${entry.number}`, entry.undo.state === 'possible' ? FRAME.undo : FRAME.log];
  return (
    <Link to={to} className={control.link} onClick={onClose}>
      {words}
    </Link>
  );
}
