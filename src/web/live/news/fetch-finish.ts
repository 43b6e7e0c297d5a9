import type { ComponentType } from 'react';

import type { PhotoFinishProps } from './photo-finish.tsx';

/** The photo finish, loaded when a period ends while somebody looks: most visits are over before. Without it nothing is drawn. */
export async function loadFinish(): Promise<{ readonly default: ComponentType<PhotoFinishProps> }> {
  try {
    return { default: (await import('./photo-finish.tsx')).PhotoFinish };
  } catch {
    return { default: () => null };
  }
}

/** Fetches it ahead. */
export function fetchFinish(): void {
  void loadFinish();
}
