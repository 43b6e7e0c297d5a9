import { useLocation, useNavigate } from 'react-router';

import { viewToSearch } from '../../../contract/view.ts';
import { PERIODS, type Period } from '../../../domain/period.ts';
import { SegmentedButtons } from '../../ui/segmented-buttons.tsx';
import { useView } from '../../address/view-context.ts';

const NAMES: Record<Period, string> = { daily: 'Daily', weekly: 'Weekly' };

/** Daily or weekly points, on every page. A step in the history: Back returns to the other period. */
export function PeriodToggle() {
  const { view } = useView();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return (
    <SegmentedButtons
      label="Period"
      name="period"
      options={PERIODS.map((period) => ({ value: period, text: NAMES[period] }))}
      chosen={view.period}
      onChoose={(period) => {
        document.documentElement.dataset['switched'] = '';
        void navigate(
          { pathname, search: viewToSearch({ ...view, period, page: 1 }) },
          {
            // Also when it is chosen already: a switch to the other one may still be on its way.
            replace: period === view.period,
            preventScrollReset: true,
          },
        );
      }}
    />
  );
}
