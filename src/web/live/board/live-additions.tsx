import { Fragment } from 'react';

import type { LiveBoardView, LiveStanding } from '../../../contract/page-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import type { UnitWords } from '../../../domain/units/counted-words.ts';
import type { Additions } from '../../board/podium-lanes.tsx';
import { PlayerLink } from '../links/player-link.tsx';
import { useIsMe } from '../me/me.ts';
import { StandNote } from '../news/lead-trace.tsx';
import { RankChange } from '../words/marks/rank-change.tsx';
import styles from './live-board.module.css';

/** What the live edition says of somebody on a board: how far they moved, where they are told more of, and how they stand to the others. */
export function liveAdditions(view: LiveBoardView, words: UnitWords): Additions<LiveStanding> {
  const { kind } = view.period;
  return {
    mark: kind === 'all-time' ? undefined : ({ change }) => <RankChange change={change} />,
    name: (standing) => <LiveName standing={standing} kind={kind} />,
    note: (standing) => <StandNote view={view} standing={standing} />,
    toNext: (standing, above) => {
      const told = toNextWords(Math.abs(above.points - standing.points), view, words);
      // Other words are other text, as with a total.
      return <Fragment key={told}>{told}</Fragment>;
    },
  };
}

/** How far it is to whoever is right above. Where less is better, a bare figure would read as what is still to be won. */
function toNextWords(gap: number, { board }: LiveBoardView, { margin }: UnitWords): string {
  return gap === 0 ? 'level' : `${margin(gap)}${board.direction === 'low' ? ' behind' : ''}`;
}

/** A name on a board: it leads to the player where they have a page, and says so where it is the person in front of the screen. */
function LiveName({ standing: { player }, kind }: { readonly standing: LiveStanding; readonly kind: PeriodKind }) {
  const link = <PlayerLink username={player.id} name={player.name} kind={kind} />;
  if (!useIsMe(player.id)) return link;
  return (
    <span data-me="" className={styles.me}>
      {link} <span className={`tiny ${styles.you}`}>You</span>
    </span>
  );
}
