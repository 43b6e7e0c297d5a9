import { onDemand } from '../../ui/floating/on-demand.tsx';

/** The photo finish: most visits are over before a period ends. */
export const ShownFinish = onDemand(() => import('./photo-finish.tsx'), 'PhotoFinish');
