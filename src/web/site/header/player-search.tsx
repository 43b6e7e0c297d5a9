import { createContext, use, useEffect, useEffectEvent, useRef, type ReactNode, type SubmitEvent } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import control from '../../ui/control.module.css';
import { SEARCH_BOX, useSearchKeyName } from '../../ui/search-box.ts';
import { TypedContext, useView } from '../../address/view-context.ts';
import styles from './player-search.module.css';
import { isSearchKey } from '../../ui/search-key.ts';
import { SitePages } from './site-pages.ts';
import { CLOSE_SEARCH, SEARCH_PLAYERS, SEARCH_PLAYERS_BOX } from './header-words.ts';

/** The header's player search, in an edition that has more than the filter. */
export const HeaderSearch = createContext<ReactNode>(<PlayerSearch />);

const PHONE = '(max-width: 639px)';

interface PlayerSearchProps {
  readonly children?: ReactNode;
  readonly onKey?: () => void;
}

/** The header's player search. Ctrl K (⌘ K) focuses it from anywhere; Escape clears it, and closes it on a phone. */
export function PlayerSearch({ children, onKey }: PlayerSearchProps) {
  const { view, typePlayer } = useView();
  const typed = use(TypedContext);
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

  const close = () => {
    typePlayer('');
    // On a phone the text field takes up the whole header row until it loses focus.
    if (matchMedia(PHONE).matches) (document.activeElement as HTMLElement).blur();
  };

  const goHome = (event: SubmitEvent) => {
    event.preventDefault();
    if (isFiltered) return;
    void navigate({ pathname: '/', search: viewToSearch({ period: view.period, q: typed, board: view.board }) });
  };

  return (
    <form action={useHref('/')} method="get" className="anchor" onSubmit={goHome}>
      {view.period === 'daily' ? null : <input type="hidden" name="period" value={view.period} />}
      {children}
      <input
        ref={box}
        {...SEARCH_BOX}
        name="q"
        aria-label={SEARCH_PLAYERS}
        placeholder={SEARCH_PLAYERS_BOX}
        aria-keyshortcuts="Control+K Meta+K"
        enterKeyHint="search"
        value={typed}
        className={`${control.field} ${styles.box}`}
        onChange={(event) => typePlayer(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
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
      <button
        type="button"
        aria-label={CLOSE_SEARCH}
        // Escape is the keyboard equivalent.
        tabIndex={-1}
        className={styles.close}
        // Some browsers would blur the text field first, which removes the button.
        onMouseDown={(event) => event.preventDefault()}
        onClick={close}
      >
        ✕
      </button>
      <kbd className={styles.key} aria-hidden="true">
        {key}
      </kbd>
    </form>
  );
}
