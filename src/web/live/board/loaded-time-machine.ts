import type { LiveSource } from '../../../contract/live-source.ts';
import type { LiveBoardView } from '../../../contract/page-answers.ts';
import type { AnswerCache } from '../../site/answer-cache.ts';
import { onDemand } from '../../ui/floating/on-demand.tsx';
import { liveQuestion } from '../asking/live-questions.ts';
import { settledAt } from '../words/board-view.ts';

/** Most visits never ask for it. Rendering for a moment waits for it, because a server's HTML shows what is there at once. */
export const TimeMachine = onDemand(() => import('../time-machine/time-machine.tsx'), 'TimeMachine');

/** Asks when somebody had points in a period, for a replay of it; a day needs none of that. It goes without rather than not at all. */
export async function prefetchPlayed(answers: AnswerCache, source: LiveSource, board: string, view: LiveBoardView): Promise<void> {
  const { kind } = view.period;
  if (kind !== 'daily')
    await answers.fresh(liveQuestion(source, 'played', { board, period: kind, at: settledAt(view) })).catch(() => undefined);
}
