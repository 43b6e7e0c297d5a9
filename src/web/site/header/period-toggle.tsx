import { use } from 'react';
import { useLocation, useMatches, useNavigate } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { PERIODS } from '../../../domain/period.ts';
import { SegmentedButtons } from '../../ui/segmented-buttons.tsx';
import { useView } from '../../address/view-context.ts';
import { type PagePeriod, SitePages } from './site-pages.ts';
import { PERIOD, PERIOD_NAMES } from './header-words.ts';

/**
 * Daily or weekly points, on every page. Choosing pushes a history entry: Back returns to the other period. Neither is selected while
 * another period is shown; choosing one returns to it.
 */
export function PeriodToggle() {
  const { view, chosen } = useView();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isOfMode = use(SitePages).some(({ periodIn }) => periodIn?.includes('mode')) && chosen.mode !== 'overall';
  const { handle, loaderData } = useMatches().at(-1)!;
  const own = (handle as { readonly period?: PagePeriod } | undefined)?.period;
  const shown = own?.shown((loaderData ?? null) as never) ?? view.period;
  const lit = chosen === view ? shown : chosen.period;
  return (
    <SegmentedButtons
      label={PERIOD}
      name="period"
      options={PERIODS.map((period) => ({ value: period, text: PERIOD_NAMES[period] }))}
      chosen={isOfMode ? undefined : PERIODS.find((period) => period === lit)}
      onChoose={(period) => {
        document.documentElement.dataset['switched'] = '';
        const to = { ...view, period, ...(isOfMode && { mode: 'overall' as const }), page: 1 };
        void navigate(
          { pathname, search: own === undefined ? viewToSearch(to) : own.search(period, to) },
          {
            // Even if it is already selected: a switch to the other period may still be pending.
            replace: period === shown && !isOfMode,
            preventScrollReset: true,
          },
        );
      }}
    />
  );
}
