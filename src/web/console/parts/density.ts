import { useSyncExternalStore } from 'react';

import { rememberedText } from '../../ui/remembered-text.ts';

/** The row height of tables, stored in this browser. */
export type Density = 'compact' | 'comfortable';

const kept = rememberedText<Density>('laurels:console-density', (text) => (text === 'comfortable' ? text : 'compact'));

export function useDensity(): readonly [density: Density, setDensity: (density: Density) => void] {
  return [useSyncExternalStore(kept.subscribe, kept.read), kept.write];
}
