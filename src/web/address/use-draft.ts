// Changes ahead of the router: letters being typed, or the moment of a slider being dragged. They show at once; the router follows after a
// debounce. Navigating elsewhere discards changes that the router does not have yet.
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import {
  NavigationType,
  useHref,
  useLocation,
  useNavigate,
  useNavigationType,
  useRevalidator,
  type Location,
  type NavigateOptions,
} from 'react-router';

import { cleanText, parseView, viewToSearch } from '../../contract/view.ts';
import { useView } from './view-context.ts';

/** The router loads data and re-renders the whole page. Fast typing should not wait for that. */
const TYPING_REST_MS = 320;
const SLIDER_REST_MS = 150;

/** Navigation options for when the router catches up. The state distinguishes this from navigation by the visitor. */
function following(kind: 'typing' | 'moving'): NavigateOptions {
  return { replace: true, preventScrollReset: true, state: { draft: kind } };
}

interface Draft {
  readonly value: string;
  readonly over: string;
  readonly base: string;
}

interface DraftParts {
  readonly kind: 'typing' | 'moving';
  readonly written: string;
  readonly shown: string;
  readonly restMs: number;
  readonly follow: (value: string, from: Location, options: NavigateOptions) => void;
}

/** The value that the router does not have yet (`undefined` without one), and how to change it. */
function useDraft({ kind, written, shown, restMs, follow }: DraftParts) {
  const location = useLocation();
  const came = useNavigationType();
  const [draft, setDraft] = useState<Draft | undefined>(undefined);
  const isOurs = (location.state as { readonly draft?: unknown } | null)?.draft === kind;
  // Switching the period keeps typed letters; a moment is only valid in the period it was chosen in.
  const isKept = isOurs || (kind === 'typing' && draft?.base === written);
  const holds = draft !== undefined && (draft.over === location.key || (came !== NavigationType.Pop && isKept));
  const pending = holds && !(draft.value === written && draft.value === shown) ? draft.value : undefined;

  const onRest = useEffectEvent(follow);
  useEffect(() => {
    if (pending === undefined) return;
    const rest = () => {
      // Skip after Back, before the page has followed: navigating now would undo it and lose the previous entry.
      if ((history.state as Pick<Location, 'key'> | null)?.key === location.key) onRest(pending, location, following(kind));
    };
    let timer = setTimeout(rest, restMs);
    // A click or Enter may be about to navigate elsewhere, with the text; navigating now would cancel that.
    const postpone = () => {
      clearTimeout(timer);
      timer = setTimeout(rest, 2 * restMs);
    };
    const goings = kind === 'typing' ? ['click', 'submit'] : [];
    for (const going of goings) addEventListener(going, postpone, true);
    return () => {
      clearTimeout(timer);
      for (const going of goings) removeEventListener(going, postpone, true);
    };
  }, [pending, kind, restMs, location]);

  return {
    pending,
    change: useCallback((value: string) => setDraft({ value, over: location.key, base: written }), [location.key, written]),
    drop: useCallback(() => setDraft(undefined), []),
  };
}

/**
 * A text parameter of the URL (`q` or `text`) for its text field: typing shows at once, in the address bar too. Back, Forward or another
 * URL discard what the router does not have yet; `leave` does so at once.
 */
export function useTypedText(key: 'q' | 'text'): [value: string, type: (value: string) => void, leave: () => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const href = useHref({ pathname: location.pathname });
  const written = parseView(location.search)[key];
  const { pending, change, drop } = useDraft({
    kind: 'typing',
    written,
    shown: written,
    restMs: TYPING_REST_MS,
    follow: (value, from, options) => void navigate({ search: searchWith(from, key, value), hash: from.hash }, options),
  });
  const type = useCallback(
    (typed: string) => {
      const text = cleanText(typed);
      change(text);
      showAddress(href + searchWith(location, key, text) + location.hash);
    },
    [change, href, location, key],
  );
  return [pending ?? written, type, drop];
}

function searchWith({ search }: Location, key: 'q' | 'text', value: string): string {
  return viewToSearch({ ...parseView(search), [key]: value, page: 1 });
}

/** WebKit throws after 100 URL changes in 30 seconds. This leaves room for the router's own. */
const MOST_WRITES = 60;
const WINDOW_MS = 30_000;

const writes: number[] = [];

/** Updates the address bar, so that a reload or a copied link includes the last letter. At most 60 times in 30 seconds. */
function showAddress(url: string): void {
  const now = performance.now();
  while (writes.length > 0 && writes[0]! < now - WINDOW_MS) writes.shift();
  if (writes.length >= MOST_WRITES) return;
  writes.push(now);
  history.replaceState(history.state, '', url);
}

/** The moment a visitor is choosing, ahead of the moment shown. */
export function useMomentDraft() {
  const { view } = useView();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const moveTo = (at: string, options: NavigateOptions) => void navigate({ pathname, search: viewToSearch({ ...view, at }) }, options);
  const { pending, change, drop } = useDraft({
    kind: 'moving',
    written: parseView(search).at,
    shown: view.at,
    restMs: SLIDER_REST_MS,
    follow: (at, _from, options) => moveTo(at, options),
  });
  /**
   * Replaces `at` in the URL with one whose answer is cached. When this returns, the whole page has rendered with it; other data loads
   * later.
   */
  const write = (at: string) => {
    // Without the loader, which would be awaited, the router navigates and renders synchronously.
    moveTo(at, { ...following('moving'), flushSync: true, defaultShouldRevalidate: false });
    void revalidate();
  };
  return {
    at: pending,
    drawTo: change,
    drop,
    write,
  };
}
