import { use } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { PERIODS, type Period } from '../../../domain/period.ts';
import { SegmentedButtons } from '../../ui/segmented-buttons.tsx';
import { useView } from '../../address/view-context.ts';
import { SitePages } from './site-pages.ts';

const NAMES: Record<Period, string> = { daily: 'Daily', weekly: 'Weekly' };

/**
 * Daily or weekly points, on every page. A step in the history: Back returns to the other period. Neither is chosen where a
 * mode decides which period is shown; to choose one leads back to it.
 */
export function PeriodToggle() {
  const { view, chosen } = useView();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isOfMode = use(SitePages).some(({ periodIn }) => periodIn?.includes('mode')) && chosen.mode !== 'overall';
  return (
    <SegmentedButtons
      label="Period"
      name="period"
      options={PERIODS.map((period) => ({ value: period, text: NAMES[period] }))}
      chosen={isOfMode ? undefined : chosen.period}
      onChoose={(period) => {
        document.documentElement.dataset['switched'] = '';
        void navigate(
          { pathname, search: viewToSearch({ ...view, period, ...(isOfMode && { mode: 'overall' }), page: 1 }) },
          {
            // Also when it is chosen already: a switch to the other one may still be on its way.
            replace: period === view.period && !isOfMode,
            preventScrollReset: true,
          },
        );
      }}
    />
  );
}
