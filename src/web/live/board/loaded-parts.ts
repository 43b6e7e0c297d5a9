// What of a board most visits never need: each part is fetched when there is use for it, and ahead of HTML that shows it.
import { onDemand } from '../../ui/floating/on-demand.tsx';

export const TimeMachine = onDemand(() => import('../time-machine/time-machine.tsx'), 'TimeMachine');

/** What is said of a period that is over, or of a moment. */
export const PastPeriod = onDemand(() => import('./past-period.tsx'), 'PastPeriod');

/** What is said on a board without points. */
export const WayToPoints = onDemand(() => import('./way-to-points.tsx'), 'WayToPoints');

/** Whom a text may mean that nobody on the board is called. */
export const Suggestions = onDemand(() => import('../finding/suggestions.tsx'), 'FoundSuggestions');

/** What is said to somebody who said who they are. */
export const MyVisit = onDemand(() => import('../me/mine.tsx'), 'MyVisit');
export const MyFoot = onDemand(() => import('../me/mine.tsx'), 'MyFoot');

/** For boards of many pages. */
export const RankJump = onDemand(() => import('../links/rank-jump.tsx'), 'RankJump');
