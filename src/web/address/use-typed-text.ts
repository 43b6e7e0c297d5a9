import { useEffect, useState } from 'react';
import { NavigationType, useHref, useLocation, useNavigate, useNavigationType, type Location } from 'react-router';

import { cleanText, parseView, viewToSearch } from '../../contract/view.ts';
import { showAddress } from './address-bar.ts';

/**
 * How long typing must rest before the router follows, in milliseconds. The screen and the address bar follow
 * every key at once; the router loads data and notifies every page part, which a fast typist should not wait for.
 */
const REST = 320;

/** Marks the address changes made here, so that they can be told from a visitor going somewhere. */
interface TypingState {
  readonly typing: true;
}

function isTyping(state: unknown): state is TypingState {
  return typeof state === 'object' && state !== null && 'typing' in state;
}

interface Draft {
  readonly value: string;
  /** The router's entry it was typed over, and what the address said there. */
  readonly over: string;
  readonly base: string;
}

/**
 * One text of the address (`q` or `text`) as a box needs it: what is typed shows at once and reaches the
 * router when typing rests, replacing the current entry. Going back or forward, or to an address that says
 * something else, drops what the router does not know yet; a switch of period in between does not.
 */
export function useTypedText(key: 'q' | 'text'): [value: string, type: (value: string) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const href = useHref({ pathname: location.pathname });
  const came = useNavigationType();
  const written = parseView(location.search)[key];
  const [draft, setDraft] = useState<Draft | undefined>(undefined);

  const stayed = draft?.over === location.key;
  const holds = draft !== undefined && (stayed || (came !== NavigationType.Pop && (isTyping(location.state) || draft.base === written)));
  const value = holds ? draft.value : written;
  const pending = holds && draft.value !== written;

  useEffect(() => {
    if (!pending) return;
    const follow = () => {
      const state: TypingState = { typing: true };
      void navigate({ search: searchWith(location, key, value), hash: location.hash }, { replace: true, preventScrollReset: true, state });
    };
    let timer = setTimeout(follow, REST);
    // A click may be on its way elsewhere, carrying the text along; following now would call it back.
    const postpone = () => {
      clearTimeout(timer);
      timer = setTimeout(follow, 2 * REST);
    };
    addEventListener('click', postpone, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('click', postpone, true);
    };
  }, [pending, value, key, location, navigate]);

  const type = (typed: string) => {
    const text = cleanText(typed);
    setDraft({ value: text, over: location.key, base: written });
    showAddress(href + searchWith(location, key, text) + location.hash);
  };
  return [value, type];
}

function searchWith({ search }: Location, key: 'q' | 'text', value: string): string {
  return viewToSearch({ ...parseView(search), [key]: value, page: 1 });
}
