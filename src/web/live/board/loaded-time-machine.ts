import type { TimeMachine } from '../time-machine/time-machine.tsx';

let loaded: typeof TimeMachine | undefined;

/**
 * Fetches the time machine, unless it is here: most visits never ask for it. Rendering for a moment waits for it, because
 * a server's HTML shows what is there at once.
 */
export async function loadTimeMachine(): Promise<void> {
  try {
    loaded ??= (await import('../time-machine/time-machine.tsx')).TimeMachine;
  } catch {
    // A board without it is better than none.
  }
}

/** The time machine, once it was fetched. */
export function loadedTimeMachine(): typeof TimeMachine | undefined {
  return loaded;
}
