import type { LiveBoardView, LiveStanding } from '../../../../contract/page-answers.ts';

/** Whoever leads what is shown; `undefined` where nobody does, or a filter hides them. */
export function leaderOf({ podium }: Pick<LiveBoardView, 'podium'>): LiveStanding | undefined {
  const { holder } = podium[1];
  return holder.kind === 'taken' && holder.standing.rank === 1 ? holder.standing : undefined;
}
