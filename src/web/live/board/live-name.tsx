import type { LiveStanding } from '../../../contract/page-answers.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import styles from './live-name.module.css';
import { useIsMe } from '../me/me.ts';
import { PlayerLink } from '../links/player-link.tsx';

/** A name on a board: it leads to the player where they have a page, and says so where it is the person in front of the screen. */
export function LiveName({ standing: { player }, kind }: { readonly standing: LiveStanding; readonly kind: PeriodKind }) {
  const link = <PlayerLink username={player.id} name={player.name} kind={kind} />;
  if (!useIsMe(player.id)) return link;
  return (
    <span data-me="" className={styles.me}>
      {link} <span className={`tiny ${styles.you}`}>You</span>
    </span>
  );
}
