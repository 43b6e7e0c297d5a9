import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

import { Link } from '../../address/link.tsx';
import { BrandMark } from '../../site/header/brand-mark.tsx';
import { ThemeChoice } from '../../site/theme/theme-choice.tsx';
import control from '../../ui/control.module.css';
import { onDemand } from '../../ui/floating/on-demand.tsx';
import { isSearchKey } from '../../ui/search-key.ts';
import { useSearchKeyName } from '../../ui/search-box.ts';
import { useSiteIdentity } from '../../ui/site-identity.ts';
import { useAsk } from '../asking/console-api.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useQuestion } from '../asking/use-question.ts';
import { DoneContext } from '../parts/done-context.ts';
import look from '../parts/console.module.css';
import { WorkTold } from '../parts/work-told.tsx';
import { useTimeZone } from '../parts/words/moment.tsx';
import styles from './console-frame.module.css';
import { chapterAddress, HELP_PATH } from '../help/chapter-address.ts';
import { HelpContext } from '../parts/room-page.tsx';
import { CONSOLE_ROOMS } from './console-rooms.ts';
import { FRAME } from './frame-words.ts';
import { Menu } from './menu.tsx';

/** The frame of every page: navigation, the signed-in person, and the last action. */
export function ConsoleFrame({ children }: { readonly children: ReactNode }) {
  const [done, setDone] = useState<Done>();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  const zone = useTimeZone();
  const { answer: overview } = useQuestion('overview');
  const version = overview?.processes.find(({ isThis }) => isThis)?.version;
  const room = CONSOLE_ROOMS.find(({ path }) => path === pathname);
  const help = room === undefined || pathname === HELP_PATH ? undefined : chapterAddress(room.help);
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
      <Menu />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <DoneContext value={(words, after) => setDone({ words, after })}>
          <HelpContext value={help}>
            <WorkTold />
            {children}
          </HelpContext>
        </DoneContext>
        <p className={styles.zone}>
          {typeof version === 'string' ? FRAME.version(version) : ''}
          {FRAME.zone(zone)}
        </p>
      </main>
      <DoneTold done={done} onClose={() => setDone(undefined)} />
    </div>
  );
}

function ConsoleHeader() {
  const { name } = useSiteIdentity();
  const person = usePerson();
  const ask = useAsk();
  // A reload clears everything shown, for the next user of the browser.
  const signOut = () => ask('signOut').finally(() => location.reload());
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand}>
        <BrandMark />
        <span className={`one-line ${styles.name}`}>{name}</span>
        <span className={styles.console}>{FRAME.console}</span>
      </Link>
      <Finding />
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

const WayBack = onDemand(() => import('./way-back.tsx'), 'WayBack');

const Palette = onDemand(() => import('../finding/palette.tsx'), 'Palette');

const isDialogOpen = () => document.querySelector('dialog[open]') !== null;

/** The search button. Ctrl K (⌘ K) opens the search from anywhere except in a dialog. */
function Finding() {
  const [isOpen, setOpen] = useState(false);
  const key = useSearchKeyName();
  const open = useCallback(async () => {
    // If its code can't be loaded, the next click tries again.
    if (!isDialogOpen() && (await Palette.load()) && !isDialogOpen()) setOpen(true);
  }, []);
  useEffect(() => {
    const onPress = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      void open();
    };
    addEventListener('keydown', onPress);
    return () => removeEventListener('keydown', onPress);
  }, [open]);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className={`${control.button} ${styles.find}`}
        onClick={() => void open()}
      >
        <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
          <path d="M13 13l5 5M8 3a5 5 0 1 1 0 10a5 5 0 0 1 0-10z" />
        </svg>
        <span className={styles.findWords}>{FRAME.find}</span>
        <kbd className={styles.key}>{key}</kbd>
      </button>
      {isOpen ? <Palette pages={CONSOLE_ROOMS} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** How long the notice stays, in milliseconds: long enough to read it twice and click Undo. */
const STAYS_MS = 12_000;

interface Done {
  readonly words: string;
  readonly after: number | undefined;
}

function DoneTold({ done, onClose }: { readonly done: Done | undefined; readonly onClose: () => void }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (done === undefined) return;
    // It stays while it is hovered or has the focus.
    const timer = setInterval(() => notice.current!.matches(':hover, :focus-within') || onClose(), STAYS_MS);
    return () => clearInterval(timer);
  }, [done, onClose]);
  const close = () => {
    document.getElementById('main')!.focus({ preventScroll: true });
    onClose();
  };
  return (
    <div ref={notice} role="status" className={done === undefined ? undefined : `${look.row} ${styles.done}`}>
      {done === undefined ? null : (
        <>
          <span className={styles.doneWords}>{done.words}</span>
          <WayBack after={done.after} onClose={onClose} />
          <button type="button" className={control.quiet} onClick={close}>
            {FRAME.close}
          </button>
        </>
      )}
    </div>
  );
}
