import { onDemand } from '../../ui/floating/on-demand.tsx';

/** What a board says to somebody who said who they are: most visitors never do. */
export const MyVisit = onDemand(() => import('./mine.tsx'), 'MyVisit');
export const MyFoot = onDemand(() => import('./mine.tsx'), 'MyFoot');
