import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { cleanText, parseView, viewToSearch } from '../../contract/view.ts';

/**
 * How long typing must rest before it is written to the address, in milliseconds. The screen follows every
 * key at once; the address does not, because WebKit throws after 100 address changes in 30 seconds, which a
 * held Backspace reaches.
 */
const REST = 320;

/** Marks the address changes made here, so that they can be told from a visitor going somewhere. */
interface TypingState {
  readonly typing: true;
}

function isTyping(state: unknown): state is TypingState {
  return typeof state === 'object' && state !== null && 'typing' in state;
}

/**
 * One text of the address (`q` or `text`) as a box needs it: what is typed shows at once and reaches the
 * address when typing rests, replacing the current entry. Going anywhere else drops what was not yet written.
 */
export function useTypedText(key: 'q' | 'text'): [value: string, type: (value: string) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const written = parseView(location.search)[key];
  const [draft, setDraft] = useState<{ readonly value: string; readonly over: string } | undefined>(undefined);

  // A draft holds while the address is the one it was typed over, or one that this hook has written since.
  const holds = draft !== undefined && (draft.over === location.key || isTyping(location.state));
  const value = holds ? draft.value : written;
  const pending = holds && draft.value !== written;

  useEffect(() => {
    if (!pending) return;
    const view = parseView(location.search);
    const search = viewToSearch({ ...view, [key]: value, page: 1 });
    const timer = setTimeout(() => {
      const state: TypingState = { typing: true };
      void navigate({ search, hash: location.hash }, { replace: true, preventScrollReset: true, state });
    }, REST);
    // A reload or a closed tab in the middle of the rest must not lose the last letters.
    const flush = () => history.replaceState(history.state, '', `${globalThis.location.pathname}${search}${location.hash}`);
    addEventListener('pagehide', flush);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', flush);
    };
  }, [pending, value, key, location, navigate]);

  return [value, (typed) => setDraft({ value: cleanText(typed), over: location.key })];
}
