import { Link } from '../../address/link.tsx';
import look from '../parts/console.module.css';
import { RoomPart } from '../parts/room-page.tsx';
import styles from './overview.module.css';

/** The way from nothing to a board that lives, for as long as no program has sent points. */
export function StartHere() {
  return (
    <RoomPart title="Start here">
      <ol className={`${look.steps} ${styles.start}`}>
        <li>
          <Link to="/appearance">Put your game’s name and colour on the site</Link>
        </li>
        <li>
          <Link to="/boards">Make a board</Link>, or use the one that is there
        </li>
        <li>
          <Link to="/catalogue?part=prizes">Say what can be won</Link>
        </li>
        <li>
          <Link to="/events">Post points by hand</Link>, or <Link to="/keys">make a key</Link> with which your game does
        </li>
        <li>
          <Link to="/periods">See how a week ends</Link>, and how long you look at results before prizes are due
        </li>
      </ol>
    </RoomPart>
  );
}
