import { use, useEffect, useRef, type ReactNode, type RefObject, type SubmitEvent } from 'react';
import { useHref, useLocation, useNavigate } from 'react-router';

import { MAX_TEXT_LENGTH, viewToSearch } from '../../../contract/view.ts';
import control from '../../ui/control.module.css';
import { useView } from '../../address/view-context.ts';
import styles from './player-search.module.css';
import { SitePages } from './site-pages.ts';

/** The player search of the header. `/` focuses it from anywhere; Escape clears it. `children`: what else its form sends. */
export function PlayerSearch({ children }: { readonly children?: ReactNode }) {
  const { view, typePlayer } = useView();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isFiltered = use(SitePages).some((page) => page.path === pathname && page.isFiltered);
  const box = useRef<HTMLInputElement>(null);
  useSlashKey(box);

  const goHome = (event: SubmitEvent) => {
    event.preventDefault();
    if (isFiltered) return;
    void navigate({ pathname: '/', search: viewToSearch({ period: view.period, q: view.q, board: view.board }) });
  };

  return (
    <form action={useHref('/')} method="get" className={styles.form} onSubmit={goHome}>
      {view.period === 'daily' ? null : <input type="hidden" name="period" value={view.period} />}
      {children}
      <input
        ref={box}
        type="search"
        name="q"
        aria-label="Search players"
        placeholder="Search players..."
        aria-keyshortcuts="/"
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
      <kbd className={styles.key} aria-hidden="true">
        /
      </kbd>
    </form>
  );
}

/** Puts the focus into a box when `/` is pressed outside anything that takes text. */
function useSlashKey(box: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null) return;
      event.preventDefault();
      box.current?.focus();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [box]);
}
