import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { onDemand } from '../../ui/floating/on-demand.tsx';
import { useInBrowser } from '../asking/in-browser.ts';
import { useMe } from '../me/me.ts';
import type { MyPlace } from '../me/use-my-place.ts';
import { isPresent } from '../words/board-view.ts';
import styles from './my-standing.module.css';

const ROOM = <div className={styles.kept} />;

const OwnStanding = onDemand(() => import('./own-standing.tsx'), 'OwnStanding', ROOM);

/** Where the person in front of this browser stands. Its room is kept from the first paint on where this browser belongs to somebody. */
export function MyStanding({ view, my }: { readonly view: LiveBoardView; readonly my: MyPlace | undefined }) {
  const me = useMe();
  const isRead = useInBrowser();
  if (!isPresent(view)) return null;
  if (me === undefined) return isRead ? null : ROOM;
  return <OwnStanding me={me} view={view} my={my} />;
}
