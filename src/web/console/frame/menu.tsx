import { type ReactNode, useId, useRef } from 'react';
import { useLocation } from 'react-router';

import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useQuestion } from '../asking/use-question.ts';
import { CONSOLE_ROOMS, type ConsoleRoom, ROOM_GROUPS } from './console-rooms.ts';
import { FRAME } from './frame-words.ts';
import styles from './menu.module.css';

/** How often the counts are refreshed, in milliseconds, unless the page itself does so. */
const EVERY_MS = 30_000;

/** Links to all pages, with the number of waiting items: next to the content if there is room, otherwise behind a button. */
export function Menu() {
  const { pathname, search } = useLocation();
  const { count } = useNumberFormat();
  const folded = useRef<HTMLDetailsElement>(null);
  const { answer: overview } = useQuestion('overview', undefined, { everyMs: EVERY_MS });
  const waitingIn = ({ waiting }: ConsoleRoom) => (overview === undefined ? 0 : (waiting?.(overview) ?? 0));
  const busy = CONSOLE_ROOMS.filter((room) => waitingIn(room) > 0);
  const inAll = busy.reduce((sum, room) => sum + waitingIn(room), 0);
  const board = new URLSearchParams(search).get('board');
  // Between pages about one board, the board is kept.
  const query = board !== null && CONSOLE_ROOMS.some(({ path, isOfBoard }) => isOfBoard && path === pathname) ? `?board=${board}` : '';
  const groups = Object.entries(ROOM_GROUPS).map(([group, name]) => (
    <Group key={group} name={name}>
      {CONSOLE_ROOMS.filter((room) => room.group === group).map((room) => (
        <Entry
          key={room.path}
          room={room}
          to={room.isOfBoard ? room.path + query : room.path}
          isHere={room.path === pathname}
          waiting={waitingIn(room)}
          onFollow={() => {
            if (folded.current !== null) folded.current.open = false;
          }}
        />
      ))}
    </Group>
  ));
  return (
    <nav aria-label={FRAME.console} className={styles.nav}>
      <details ref={folded} className={styles.folded}>
        <summary className={control.button}>
          <span className="grow">{CONSOLE_ROOMS.find(({ path }) => path === pathname)?.name ?? FRAME.pages}</span>
          {inAll === 0 ? null : <span className={styles.count}>{FRAME.waiting(count(inAll))}</span>}
        </summary>
        {groups}
      </details>
      <div className={styles.open}>{groups}</div>
      {/* Announces which pages have waiting items, rather than each change of a number. */}
      <p role="status" className="visually-hidden">
        {busy.length === 0 ? '' : FRAME.waitingOn(busy.map(({ name }) => name))}
      </p>
    </nav>
  );
}

function Group({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={`small muted ${styles.group}`}>
        {name}
      </h2>
      <ul className={styles.rooms}>{children}</ul>
    </section>
  );
}

interface EntryProps {
  readonly room: ConsoleRoom;
  readonly to: string;
  readonly isHere: boolean;
  readonly waiting: number;
  readonly onFollow: () => void;
}

function Entry({ room: { name }, to, isHere, waiting, onFollow }: EntryProps) {
  const { count } = useNumberFormat();
  const id = useId();
  return (
    <li className="anchor">
      <Link
        to={to}
        aria-current={isHere ? 'page' : undefined}
        aria-describedby={waiting === 0 ? undefined : id}
        className={control.choice}
        onClick={onFollow}
      >
        {name}
      </Link>
      {waiting === 0 ? null : (
        <span id={id} className={`tabular ${styles.count}`}>
          {count(waiting)}
          <span className="visually-hidden">{FRAME.waiting('')}</span>
        </span>
      )}
    </li>
  );
}
