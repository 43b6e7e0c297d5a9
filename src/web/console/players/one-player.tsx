import type { PlayerData } from '../../../contract/operation/person-answers.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import styles from '../parts/console.module.css';
import { Asked } from '../parts/asked.tsx';
import { RequestShown } from '../parts/request-shown.tsx';
import { DataTable } from '../parts/list.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { PlayerActs } from './player-acts.tsx';
import { PlayerBoards } from './player-boards.tsx';
import { PlayerEvents } from './player-events.tsx';
import { visibilityWords } from './visibility-words.ts';

/** Who a player is, where they stand, what they got points for, and what can be done about them. */
export function OnePlayer({ username }: { readonly username: string }) {
  const { withWords } = useAddress();
  const asked = { username };
  const { answer: data } = useQuestion('playerData', asked);
  return (
    <RoomPage
      title={data?.player.displayName ?? username}
      lead={data === undefined ? username : <WhoTold data={data} />}
      actions={data === undefined ? undefined : <PlayerActs data={data} />}
    >
      <nav aria-label="About this player" className={styles.row}>
        <Link to={{ search: withWords({ player: '', board: '' }) }} className={control.link}>
          All players
        </Link>
        {data === undefined ? null : <Ways data={data} />}
      </nav>
      <Asked id="playerData" of={asked}>
        {(known) => (
          <>
            <RoomPart title="Boards">
              <PlayerBoards data={known} />
            </RoomPart>
            {known.held.length === 0 ? null : <Held held={known.held} username={username} />}
            {known.boards.length === 0 ? null : <PlayerEvents username={username} boards={known.boards} />}
          </>
        )}
      </Asked>
      <RequestShown id="playerData" asked={asked} />
    </RoomPage>
  );
}

const SEEN_WORDS = {
  shown: 'Everybody sees them.',
  hidden: 'Visitors do not see them, and are not told so.',
  removed: 'Visitors see only that they were removed, and why.',
} as const;

function WhoTold({ data: { player, visibility } }: { readonly data: PlayerData }) {
  return (
    <>
      <span aria-hidden="true">{player.avatar} </span>
      {player.username} · {visibilityWords(visibility)}. {SEEN_WORDS[visibility.state]}
    </>
  );
}

/** Ways to what visitors see of them, and to what was done about them. */
function Ways({ data: { player, visibility } }: { readonly data: PlayerData }) {
  const page = `/players/${encodeURIComponent(player.username)}`;
  return (
    <>
      {visibility.state === 'hidden' ? null : (
        <a href={page} className={control.link}>
          Their page
        </a>
      )}
      <Link to={{ pathname: '/audit', search: `?${new URLSearchParams({ player: player.username })}` }} className={control.link}>
        What was done about them
      </Link>
    </>
  );
}

function Held({ held, username }: { readonly held: PlayerData['held']; readonly username: string }) {
  return (
    <RoomPart title="Points that were held">
      <DataTable
        caption="Points that were held"
        rows={held}
        keyOf={({ id }) => id}
        none="None."
        columns={[
          { head: 'Event', cell: ({ event }) => event.id },
          { head: 'Board', cell: ({ board }) => board },
          { head: 'Why', cell: ({ reason }) => reason },
          { head: 'When', cell: ({ event }) => <Moment at={event.receivedAt} /> },
          { head: 'State', cell: ({ state, note }) => (note === null ? state : `${state}: ${note}`) },
        ]}
      />
      <p>
        <Link to={{ pathname: '/held', search: `?${new URLSearchParams({ state: 'all', player: username })}` }}>
          Decide about held points
        </Link>
      </p>
    </RoomPart>
  );
}
