import { useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType, useRevalidator, type NavigateOptions } from 'react-router';

import { parseView, viewToSearch } from '../../contract/view.ts';
import { useView } from './view-context.ts';

/** How long the slider rests before the board follows, in milliseconds. */
const REST = 150;

/** Marks the address changes made here, so that they can be told from a visitor going somewhere. */
interface MovingState {
  readonly moving: true;
}

function isMoving(state: unknown): state is MovingState {
  return typeof state === 'object' && state !== null && 'moving' in state;
}

interface Draft {
  readonly at: string;
  /** The router's entry it was drawn over. */
  readonly over: string;
}

export interface MomentDraft {
  /** Where the slider was drawn to, until that is shown; the address follows when it rests. Going anywhere else drops it. */
  readonly at: string | undefined;
  readonly drawTo: (at: string) => void;
  readonly drop: () => void;
  /**
   * Writes an `at` whose answer is known into the address, in place of the one there. When this returns, all that is on
   * the page has it; what the page loads comes after.
   */
  readonly write: (at: string) => void;
}

/** The moment a visitor is choosing, ahead of the one that is shown. */
export function useMomentDraft(): MomentDraft {
  const { view } = useView();
  const { key, pathname, search, state } = useLocation();
  const came = useNavigationType();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const [draft, setDraft] = useState<Draft | undefined>(undefined);
  const holds = draft !== undefined && (draft.over === key || (came !== NavigationType.Pop && isMoving(state)));
  // What a replay shows lies over the address, which must follow also where the slider comes back to it.
  const isThere = draft?.at === view.at && draft.at === parseView(search).at;
  const pending = holds && !isThere ? draft.at : undefined;

  const moveTo = (at: string, options?: NavigateOptions) => {
    const moving: MovingState = { moving: true };
    void navigate(
      { pathname, search: viewToSearch({ ...view, at }) },
      { replace: true, preventScrollReset: true, state: moving, ...options },
    );
  };
  const follow = useEffectEvent(moveTo);
  const write = (at: string) => {
    // Without the loader, which is waited for, the router moves and renders within the call.
    moveTo(at, { flushSync: true, defaultShouldRevalidate: false });
    void revalidate();
  };

  useEffect(() => {
    if (pending === undefined) return;
    const timer = setTimeout(() => follow(pending), REST);
    return () => clearTimeout(timer);
  }, [pending]);

  return { at: pending, drawTo: (at) => setDraft({ at, over: key }), drop: () => setDraft(undefined), write };
}
