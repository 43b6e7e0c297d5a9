import { useEffect, useRef, useState } from 'react';
import { Outlet, useLocation } from 'react-router';

import { Link } from '../../address/link.tsx';
import { BrandMark } from '../../site/header/brand-mark.tsx';
import { ThemeChoice } from '../../site/theme/theme-choice.tsx';
import control from '../../ui/control.module.css';
import { useSiteIdentity } from '../../ui/site-identity.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useAsk } from '../asking/ask-context.ts';
import { WorkTold } from '../parts/work-told.tsx';
import { DoneContext } from '../parts/done.ts';
import styles from './console-frame.module.css';
import { CONSOLE_ROOMS } from './console-rooms.ts';
import { type Done, DoneTold } from './done-told.tsx';

/** What every room stands in: the ways to the others, who is signed in, and what was done last. */
export function ConsoleFrame() {
  const [done, setDone] = useState<Done>();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={styles.frame}>
      <a href="#main" className={styles.skip}>
        Skip to content
      </a>
      <ConsoleHeader />
      <Rooms />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <DoneContext value={(words, after) => setDone({ words, after })}>
          <WorkTold />
          <Outlet />
        </DoneContext>
      </main>
      <DoneTold done={done} onClose={() => setDone(undefined)} />
    </div>
  );
}

function ConsoleHeader() {
  const { name } = useSiteIdentity();
  const person = usePerson();
  const ask = useAsk();
  // What was seen goes with the page, so that nobody finds it who comes after.
  const signOut = () => ask('signOut').finally(() => location.reload());
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand}>
        <BrandMark />
        <span className={styles.name}>{name}</span>
        <span className={styles.console}>Console</span>
      </Link>
      <a href="/" className={`${control.link} ${styles.site}`}>
        See the site
      </a>
      <details className={styles.person}>
        <summary className={control.quiet}>
          {person.name}
          <span className={styles.role}>{person.role}</span>
        </summary>
        <div className={styles.menu}>
          <Link to="/people" className={control.link}>
            Passkeys and sessions
          </Link>
          <ThemeChoice />
          <button type="button" className={control.button} onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      </details>
    </header>
  );
}

/** The ways to all rooms: beside the content where there is room, behind a button where there is not. */
function Rooms() {
  const { pathname } = useLocation();
  const menu = useRef<HTMLDetailsElement>(null);
  const here = CONSOLE_ROOMS.find(({ path }) => path === pathname);
  const list = (
    <ul className={styles.rooms}>
      {CONSOLE_ROOMS.map(({ path, name }) => (
        <li key={path}>
          <Link
            to={path}
            aria-current={path === pathname ? 'page' : undefined}
            className={styles.room}
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
    <nav aria-label="Console" className={styles.nav}>
      <details ref={menu} className={styles.folded}>
        <summary className={control.button}>{here?.name ?? 'Rooms'}</summary>
        {list}
      </details>
      <div className={styles.open}>{list}</div>
    </nav>
  );
}
