import { useLocation } from 'react-router';

import { PERIOD_KINDS } from '../../../../domain/calendar.ts';
import { MissingPage } from './missing-page.tsx';
import { kindSearch, parsePlayerPath } from '../../links/addresses.ts';
import { KIND_NAMES } from '../../words/rank-words.ts';
import { WaysOn } from '../../../site/ways-on.tsx';
import type { Missing, PageHead } from '../../../site/page.ts';
import { useView } from '../../../address/view-context.ts';

const TITLE = 'Period not found';

export function head(): PageHead {
  return { title: TITLE, description: 'Points are ranked by day, week, month and all time.' };
}

/** Takes the place of any page whose address names an unknown period: says which, and links to the four that exist. */
export function Component({ what: { word } }: { readonly what: Extract<Missing, { kind: 'period' }> }) {
  const { pathname } = useLocation();
  const { view } = useView();
  const isPlayer = parsePlayerPath(pathname) !== undefined;
  return (
    <MissingPage title={TITLE} words={`There is no period called “${word}”.`}>
      <p className="muted">Choose one of these:</p>
      <WaysOn
        ways={PERIOD_KINDS.map((kind) => ({
          to: { pathname: isPlayer ? pathname : '/leaderboard', search: kindSearch(kind, { ...view, at: '' }) },
          name: KIND_NAMES[kind],
        }))}
      />
    </MissingPage>
  );
}
