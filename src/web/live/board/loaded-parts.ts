// Parts of a board that most visits never need: each is loaded on first use, or ahead of HTML that contains it.
import { hydratedLater, onDemand } from '../../ui/floating/on-demand.tsx';
import { whenIdle } from '../../ui/when-idle.ts';

export const TimeMachine = onDemand(() => import('../time-machine/time-machine.tsx'), 'TimeMachine');

/** Text for a past period or moment. */
export const PastPeriod = onDemand(() => import('./past-period.tsx'), 'PastPeriod');

/** Text for a board without points. */
export const WayToPoints = onDemand(() => import('./way-to-points.tsx'), 'WayToPoints');

/** Other matches for a filter without results on the board. */
export const Suggestions = onDemand(() => import('../finding/suggestions.tsx'), 'FoundSuggestions');

/** For visitors who said who they are. */
export const MyVisit = onDemand(() => import('../me/mine.tsx'), 'MyVisit');
export const MyFoot = onDemand(() => import('../me/mine.tsx'), 'MyFoot');

/** For boards with many pages. */
export const RankJump = onDemand(() => import('../links/rank-jump.tsx'), 'RankJump');

/** The number of players a filter left, or other matches. */
export const WhoIsMeant = hydratedLater(() => import('./who-is-meant.tsx'), 'WhoIsMeant', whenIdle);

export const LeadTrace = hydratedLater(() => import('../news/lead-trace.tsx'), 'LeadTrace', whenIdle);

export const LeaderNews = hydratedLater(() => import('../words/news.tsx'), 'LeaderNews', whenIdle);

/** Rendered on the server too. */
export const HYDRATED_LATER = [WhoIsMeant, LeadTrace, LeaderNews];
