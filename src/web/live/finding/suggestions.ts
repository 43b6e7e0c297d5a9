import { onDemand } from '../../ui/floating/on-demand.tsx';

/** Whom a text may mean, once somebody looks for somebody. */
export const Suggestions = onDemand(() => import('./found-suggestions.tsx'), 'FoundSuggestions');
