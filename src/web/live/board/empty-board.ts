import { onDemand } from '../../ui/floating/on-demand.tsx';

/** What is said on a board without points, once there is one. */
export const WayToPoints = onDemand(() => import('./way-to-points.tsx'), 'WayToPoints');
