import type { LiveStanding } from '../../../contract/page-answers.ts';
import type { PodiumLane } from '../../../domain/podium.ts';

/** A lane without the tie mark, which is a button. */
export function untied(lane: PodiumLane<LiveStanding>): PodiumLane<LiveStanding> {
  const { holder } = lane;
  return holder.kind === 'awaiting' ? lane : { ...lane, holder: { ...holder, standing: { ...holder.standing, tie: { kind: 'none' } } } };
}
