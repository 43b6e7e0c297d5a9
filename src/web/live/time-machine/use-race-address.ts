import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { parseView, viewToSearch, type View } from '../../../contract/view.ts';

/** Whether the address asks for the race, and the ways to it and back. Who leaves it is back at what opens it. */
export function useRaceAddress(controls: RefObject<HTMLElement | null>) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isRace = parseView(search).view === 'race';
  const wasRace = useRef(isRace);
  useEffect(() => {
    if (wasRace.current && !isRace) controls.current?.querySelector<HTMLElement>('[name="race"]')?.focus();
    wasRace.current = isRace;
  }, [isRace, controls]);
  // As it is in the address, and not with the moment that a replay shows: the replay goes on.
  const addressAs = (view: View['view']) => ({ pathname, search: viewToSearch({ ...parseView(search), view }) });
  return {
    isRace,
    page: addressAs('page'),
    open: () => void navigate(addressAs('race'), { preventScrollReset: true }),
    leave: () => void navigate(addressAs('page'), { replace: true, preventScrollReset: true }),
  };
}
