import type { ComponentProps } from 'react';
import { useLocation } from 'react-router';

import { viewToSearch, type View } from '../../../contract/view.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { chosenSearch } from './addresses.ts';

type ViewLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { readonly shown: Partial<View>; readonly kind?: PeriodKind | undefined };

/** A link from a page to itself with part of the view changed, on the first page. `kind`: on a player's page, the period to keep. */
export function ViewLink({ shown, kind, ...link }: ViewLinkProps) {
  const { view } = useView();
  const { pathname } = useLocation();
  const to = { ...view, page: 1, ...shown };
  return <Link to={{ pathname, search: kind === undefined ? viewToSearch(to) : chosenSearch(kind, to) }} preventScrollReset {...link} />;
}

/** An arrow to the previous or next period. */
export function Arrow({ to }: { readonly to: 'earlier' | 'later' }) {
  return (
    <svg viewBox="0 0 12 12" width="14" height="14" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
      <path d={to === 'earlier' ? 'M8 1L3 6l5 5' : 'M4 1l5 5-5 5'} />
    </svg>
  );
}
