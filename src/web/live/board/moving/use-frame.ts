import { useState } from 'react';
import { useLocation, type Location } from 'react-router';

import { parseView, viewToSearch } from '../../../../contract/view.ts';

interface Frame {
  readonly at: string;
  /** The address it was shown over. */
  readonly over: Location;
}

/**
 * The moment a replay shows, `undefined` where the address says what is shown. A visitor who goes anywhere ends it; one
 * who types a filter, or opens or leaves the race, does not.
 */
export function useFrame(): [at: string | undefined, show: (at: string | undefined) => void] {
  const location = useLocation();
  const [frame, setFrame] = useState<Frame | undefined>(undefined);
  const isOver = frame?.over.key === location.key;
  const kept =
    frame !== undefined && (isOver || (frame.over.pathname === location.pathname && isSameReplay(frame.over.search, location.search)));
  if (frame !== undefined && !isOver) setFrame(kept ? { at: frame.at, over: location } : undefined);
  return [kept ? frame.at : undefined, (at) => setFrame(at === undefined ? undefined : { at, over: location })];
}

/** Whether two queries differ in the filter or the way of showing and, but for the page, in nothing else. */
export function isSameReplay(before: string, now: string): boolean {
  const [a, b] = [parseView(before), parseView(now)];
  return (a.q !== b.q || a.view !== b.view) && viewToSearch({ ...a, q: b.q, view: b.view, page: b.page }) === viewToSearch(b);
}
