import { use, useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { Outlet, UNSAFE_useScrollRestoration as useScrollRestoration, useLocation, useNavigation } from 'react-router';

import { parseView, type View } from '../../../contract/view.ts';
import { SitePages } from '../header/site-pages.ts';
import { SiteHeader } from '../header/site-header.tsx';
import { notify, notifyLonger } from '../../ui/floating/notice.ts';
import { Notices } from '../../ui/floating/notices.tsx';
import { Tooltip } from '../../ui/floating/tooltips.tsx';
import { useTypedText } from '../../address/use-draft.ts';
import { TypedContext, ViewContext } from '../../address/view-context.ts';
import styles from './root-layout.module.css';
import { OFFLINE_NOW, ONLINE_AGAIN, SKIP } from './frame-words.ts';

/** The frame of every page: skip link, header, main, footer, and the layers above them. Contains the route's page, or `children`. */
export function RootLayout({ footer, children }: { readonly footer: ReactNode; readonly children?: ReactNode }) {
  const location = useLocation();
  const [typed, typePlayer, leavePlayer] = useTypedText('q');
  // A typed letter is painted before the page follows.
  const q = useDeferredValue(typed);
  // Restores scroll positions. The router's own component also renders a script, for streamed pages.
  useScrollRestoration();
  const going = useNavigation().location;
  // Navigation that only follows typing is not a page load.
  const next = (going?.state as { readonly draft?: unknown } | null | undefined)?.draft === 'typing' ? undefined : going;
  const view = useSame({ ...parseView(location.search), q });
  const chosen = next === undefined ? view : parseView(next.search);
  const isWall = use(SitePages).some(({ path, hasWall }) => path === location.pathname && hasWall) && view.view === 'tv';
  const state = useMemo(() => ({ view, chosen, typePlayer, leavePlayer }), [view, chosen, typePlayer, leavePlayer]);
  const page = children ?? <Outlet />;
  if (isWall)
    return (
      <ViewContext value={state}>
        <main>{page}</main>
      </ViewContext>
    );
  return (
    <ViewContext value={state}>
      <a href="#main" className="skip">
        {SKIP}
      </a>
      <TypedContext value={typed}>
        <SiteHeader />
      </TypedContext>
      {next === undefined ? null : <div className={styles.loading} />}
      <main id="main" tabIndex={-1} aria-busy={next !== undefined} className={styles.main}>
        {page}
        <Tooltip />
      </main>
      {footer}
      <Notices />
      <ConnectionNotices />
      <PageFocus pathname={location.pathname} />
    </ViewContext>
  );
}

/** The first view object equal to this one, so that consumers only re-render when it changes. */
function useSame(view: View): View {
  const [same, setSame] = useState(view);
  if (JSON.stringify(same) === JSON.stringify(view)) return same;
  setSame(view);
  return view;
}

/** Moves the focus to the content of a new page, so that a screen reader announces it. */
function PageFocus({ pathname }: { readonly pathname: string }) {
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}

/** Shows a notice when the connection drops and when it is back. */
function ConnectionNotices() {
  useEffect(() => {
    const onDrop = () => notifyLonger(OFFLINE_NOW);
    const onReturn = () => notify(ONLINE_AGAIN);
    addEventListener('offline', onDrop);
    addEventListener('online', onReturn);
    return () => {
      removeEventListener('offline', onDrop);
      removeEventListener('online', onReturn);
    };
  }, []);
  return null;
}
