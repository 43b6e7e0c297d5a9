import { createContext, use, useEffect, useEffectEvent, useRef, useSyncExternalStore, type ReactNode, type SubmitEvent } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';

import { MAX_TEXT_LENGTH, viewToSearch } from '../../../contract/view.ts';
import control from '../../ui/control.module.css';
import { useView } from '../../address/view-context.ts';
import styles from './player-search.module.css';
import { isSearchKey } from '../../ui/search-key.ts';
import { SitePages } from './site-pages.ts';

/** What stands in the header to find players with, where an edition has more than the filter. */
export const HeaderSearch = createContext<ReactNode>(<PlayerSearch />);

const USUAL_KEY = 'Ctrl K';

/** The key that leads to the search, as the visitor's keyboard has it. In HTML from a server it is the usual one. */
function useSearchKeyName(): string {
  return useSyncExternalStore(
    () => () => undefined,
    () => (navigator.userAgent.includes('Mac OS X') ? '⌘ K' : USUAL_KEY),
    () => USUAL_KEY,
  );
}

interface PlayerSearchProps {
  /** What else its form sends. */
  readonly children?: ReactNode;
  /** Told when the key led to it. */
  readonly onKey?: () => void;
}

/** The player search of the header. Ctrl K (⌘ K) focuses it from anywhere; Escape clears it. */
export function PlayerSearch({ children, onKey }: PlayerSearchProps) {
  const { view, typePlayer } = useView();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isFiltered = use(SitePages).some((page) => page.path === pathname && page.isFiltered);
  const box = useRef<HTMLInputElement>(null);
  const key = useSearchKeyName();

  const lead = useEffectEvent(() => {
    box.current!.focus();
    onKey?.();
  });
  useEffect(() => {
    const onPress = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return;
      event.preventDefault();
      lead();
    };
    addEventListener('keydown', onPress);
    return () => removeEventListener('keydown', onPress);
  }, []);

  const goHome = (event: SubmitEvent) => {
    event.preventDefault();
    if (isFiltered) return;
    void navigate({ pathname: '/', search: viewToSearch({ period: view.period, q: view.q, board: view.board }) });
  };

  return (
    <form action={useHref('/')} method="get" className="anchor" onSubmit={goHome}>
      {view.period === 'daily' ? null : <input type="hidden" name="period" value={view.period} />}
      {children}
      <input
        ref={box}
        type="search"
        name="q"
        aria-label="Search players"
        placeholder="Search players..."
        aria-keyshortcuts="Control+K Meta+K"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={MAX_TEXT_LENGTH}
        value={view.q}
        className={`${control.field} ${styles.box}`}
        onChange={(event) => typePlayer(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && typePlayer('')}
      />
      <svg
        viewBox="0 0 20 20"
        width="20"
        height="20"
        aria-hidden="true"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        className={styles.sign}
      >
        <circle cx="8.5" cy="8.5" r="5.5" />
        <path d="M12.5 12.5 18 18" />
      </svg>
      <kbd className={styles.key} aria-hidden="true">
        {key}
      </kbd>
    </form>
  );
}
