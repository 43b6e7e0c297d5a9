import { type ReactNode, useEffect, useState } from 'react';
import {
  NavigationType,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  unstable_HistoryRouter as HistoryRouter,
  type To,
} from 'react-router';

import { isUnsaved, LeaveDialog } from '../parts/dialog.tsx';

/**
 * The console's router, which asks before navigation loses unsaved changes. React Router's own `useBlocker` requires its data router, 14 kB
 * that nothing here uses.
 */
export function GuardedRouter({ basename, children }: { readonly basename: string; readonly children: ReactNode }) {
  const [held, setHeld] = useState<() => void>();
  const [history] = useState(() => guardedHistory((goOn) => setHeld(() => goOn)));
  useEffect(() => {
    const ask = (event: Event) => {
      if (isUnsaved(document)) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  const stay = () => setHeld(undefined);
  const leave = () => {
    stay();
    held!();
  };
  const isImporting = held !== undefined && document.querySelector('form[data-unsaved="import"]') !== null;
  return (
    <HistoryRouter basename={basename} history={history}>
      {children}
      {held && <LeaveDialog of={isImporting ? 'import' : 'changes'} onStay={stay} onLeave={leave} />}
    </HistoryRouter>
  );
}

type BrowserHistory = ReturnType<typeof createBrowserHistory>;

/**
 * The browser's history, except that navigation is held while there are unsaved changes: `hold` receives a function that continues. Back
 * and Forward have already happened when a page is notified, so they are reverted, then repeated.
 */
function guardedHistory(hold: (goOn: () => void) => void): BrowserHistory {
  const history = createBrowserHistory({ v5Compat: true });
  const { push, replace, listen } = history;
  const guarded = (navigate: () => void) => (isUnsaved(document) ? hold(navigate) : navigate());
  // The URL is ahead of a page that is still loading: following its link again adds no entry.
  const isHere = (to: To) => new URL(history.createHref(to), location.href).href === location.href;
  let onReverted: (() => void) | undefined;
  let isRepeated = false;
  return Object.assign(history, {
    push: ((to, state) => guarded(() => (isHere(to) ? replace : push)(to, state))) satisfies BrowserHistory['push'],
    replace: ((to, state) => guarded(() => replace(to, state))) satisfies BrowserHistory['replace'],
    listen: ((tell) =>
      listen((update) => {
        const { action, delta } = update;
        if (action !== NavigationType.Pop) return tell(update);
        if (onReverted !== undefined) {
          onReverted();
          onReverted = undefined;
          return;
        }
        if (delta === null || isRepeated || !isUnsaved(document)) {
          isRepeated = false;
          return tell(update);
        }
        const reverted = new Promise<void>((resolve) => (onReverted = resolve));
        history.go(-delta);
        const repeat = () => {
          isRepeated = true;
          history.go(delta);
        };
        hold(() => void reverted.then(repeat));
      })) satisfies BrowserHistory['listen'],
  });
}
