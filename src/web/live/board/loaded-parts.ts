// What of a board most visits never need: each part is fetched when there is use for it, and ahead of HTML that shows it.
import { hydratedLater, onDemand } from '../../ui/floating/on-demand.tsx';
import { whenIdle } from '../../ui/when-idle.ts';

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

/** What a filter left. */
export const WhoIsMeant = hydratedLater(() => import('./who-is-meant.tsx'), 'WhoIsMeant', whenIdle);

export const LeadTrace = hydratedLater(() => import('../news/lead-trace.tsx'), 'LeadTrace', whenIdle);

export const LeaderNews = hydratedLater(() => import('../words/news.tsx'), 'LeaderNews', whenIdle);

/** A server renders with these. */
export const HYDRATED_LATER = [WhoIsMeant, LeadTrace, LeaderNews];
