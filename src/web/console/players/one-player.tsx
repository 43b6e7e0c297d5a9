import type { PlayerData } from '../../../contract/operation/person-answers.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActsOf } from '../parts/form/acts-of.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { ErasePlayer } from './erase-player.tsx';
import { MergePlayer } from './merge-player.tsx';
import { PlayerBoards } from './player-boards.tsx';
import { PlayerEvents } from './player-events.tsx';
import styles from './one-player.module.css';
import { RenamePlayer } from './rename-player.tsx';
import { SetVisibility } from './set-visibility.tsx';
import { visibilityWords } from './visibility-words.ts';

/** Who a player is, where they stand, what they got points for, and what can be done about them. */
export function OnePlayer({ username }: { readonly username: string }) {
  const { withWords } = useAddress();
  const asked = { username };
  const data = useQuestion('playerData', asked);
  return (
    <RoomPage
      title={data.answer?.player.displayName ?? username}
      lead={data.answer === undefined ? username : <WhoTold data={data.answer} />}
      actions={data.answer === undefined ? undefined : <Acts data={data.answer} />}
    >
      <nav aria-label="About this player" className={styles.ways}>
        <Link to={{ search: withWords({ player: '', board: '' }) }} className={control.link}>
          All players
        </Link>
        {data.answer === undefined ? null : <Ways data={data.answer} />}
      </nav>
      <Answered question={data}>
        {(known) => (
          <>
            <RoomPart title="Boards">
              <PlayerBoards data={known} />
            </RoomPart>
            {known.held.length === 0 ? null : <Held held={known.held} username={username} />}
            {known.boards.length === 0 ? null : <PlayerEvents username={username} boards={known.boards} />}
          </>
        )}
      </Answered>
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

function Acts({ data }: { readonly data: PlayerData }) {
  const { player, visibility } = data;
  return (
    <>
      <RenamePlayer player={player} />
      {visibility.state === 'shown' ? <SetVisibility player={player} to="hidden" /> : <SetVisibility player={player} to="shown" />}
      {visibility.state === 'removed' ? null : <SetVisibility player={player} to="removed" />}
      <MergePlayer player={player} />
      <ActsOf on={{ username: player.username }} name={player.displayName} />
      <ErasePlayer player={player} />
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
