import { useSyncExternalStore } from 'react';

import { rememberedText } from '../../ui/remembered-text.ts';

/** How high the rows of tables are; remembered in this browser. */
export type Density = 'compact' | 'comfortable';

const kept = rememberedText<Density>('laurels:console-density', (text) => (text === 'comfortable' ? text : 'compact'));

export function useDensity(): readonly [density: Density, setDensity: (density: Density) => void] {
  return [useSyncExternalStore(kept.subscribe, kept.read), kept.write];
}
