import type { LiveSource } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { AnswerCache } from '../../site/answer-cache.ts';
import { playedOf } from '../asking/live-questions.ts';
import { settledAt } from '../words/settled-at.ts';
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

/** Asks when somebody had points in a period, for a replay of it; a day needs none of that. It goes without rather than not at all. */
export async function prefetchPlayed(answers: AnswerCache, source: LiveSource, board: string, view: LiveBoardView): Promise<void> {
  const { kind } = view.period;
  if (kind !== 'daily') await answers.fresh(playedOf(source, { board, period: kind, at: settledAt(view) })).catch(() => undefined);
}
