import type { PlayerData } from '../../../contract/operation/players.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useSiteAddress } from '../asking/use-site-address.ts';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { EventList } from '../ledger/event-list.tsx';
import { PageLinks, PagedTable } from '../list/list.tsx';
import { Asked, RequestNoted } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { DataTable } from '../parts/table.tsx';
import { FIELDS, LOADING } from '../parts/parts-words.ts';
import { RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { PlayerActs, PlayerDangers, visibilityWords } from './player-acts.tsx';
import { AllPlayers } from './player-list.tsx';
import { PlayerNotes } from './player-notes.tsx';
import { PLAYER } from './players-words.ts';

/** The list of players, or a single player. */
export function Component() {
  const username = useAddress().said('player');
  // Each player is a new page, so that nothing of the previous one is shown while it loads.
  return username === '' ? <AllPlayers /> : <OnePlayer key={username} username={username} />;
}

function OnePlayer({ username }: { readonly username: string }) {
  const { withWords } = useAddress();
  const asked = { username };
  const { held } = PLAYER;
  const siteAddress = useSiteAddress();
  const { answer: data } = useQuestion('playerData', asked);
  return (
    <RoomPage
      title={data?.player.displayName ?? username}
      lead={
        data === undefined ? (
          username
        ) : (
          <>
            <span aria-hidden="true">{data.player.avatar} </span>
            {data.player.username} · {visibilityWords(data.visibility)}. {PLAYER.seen[data.visibility.state]}
          </>
        )
      }
      actions={data === undefined ? undefined : <PlayerActs data={data} />}
    >
      <nav aria-label={PLAYER.links.label} className={styles.row}>
        <Link to={{ search: withWords({ player: '', board: '' }) }} className={control.link}>
          {PLAYER.links.all}
        </Link>
        {data === undefined ? null : (
          <>
            {data.visibility.state === 'hidden' ? null : (
              <a href={siteAddress(pageOf(data.player.username), ...data.boards.map(({ board }) => board.name))} className={control.link}>
                {PLAYER.links.page}
              </a>
            )}
            <Link to={`/audit?${new URLSearchParams({ player: data.player.username })}`} className={control.link}>
              {PLAYER.links.log}
            </Link>
          </>
        )}
      </nav>
      <Asked hasRequest id="playerData" of={asked}>
        {(known) => (
          <>
            <PlayerNotes username={known.player.username} notes={known.notes} />
            <PlayerBoards data={known} />
            {known.held.length === 0 ? null : (
              <>
                <DataTable
                  rows={known.held}
                  {...held}
                  columns={{
                    event: ({ event }) => event.id,
                    board: { name: ({ board }) => board },
                    reason: { name: ({ reason }) => reason },
                    when: { line: ({ event }) => <Moment at={event.receivedAt} /> },
                    status: ({ state, note }) => (note === null ? state : `${state}: ${note}`),
                  }}
                />
                <p>
                  <Link to={`/held?${new URLSearchParams({ state: 'all', player: username })}`}>{held.review}</Link>
                </p>
              </>
            )}
            {known.boards.length === 0 ? null : <PlayerEvents username={username} boards={known.boards} />}
            <PlayerDangers data={known} />
          </>
        )}
      </Asked>
    </RoomPage>
  );
}

function pageOf(username: string): string {
  return `/players/${encodeURIComponent(username)}`;
}

type OnBoard = PlayerData['boards'][number];

/** The URL parameter for the page of boards. */
const BOARDS_PAGE = 'boards';

function pageNumber(text: string): number {
  return Math.max(1, Number.parseInt(text, 10) || 1);
}

/**
 * A page of a player's boards with their standing on each, best first, paged like the API; the last page also has those that the API leaves
 * out. Players who are not shown have totals but no ranks.
 */
function PlayerBoards({ data: { player, visibility, boards } }: { readonly data: PlayerData }) {
  const { username } = player;
  const siteAddress = useSiteAddress();
  const isShown = visibility.state === 'shown';
  const isAsked = isShown && boards.length > 0;
  const asked = { username, query: { period: 'all-time', page: pageNumber(useAddress().said(BOARDS_PAGE)) } } as const;
  const { answer: page, failure } = useQuestion('playerPage', asked, { isAsked });
  const isLoading = isAsked && page === undefined && failure === null;
  const listed = page?.boards.flatMap(({ board: { name } }) => boards.find(({ board }) => board.name === name) ?? []);
  const others = boards.filter(({ board }) => page?.names.every(({ name }) => name !== board.name));
  const rows =
    page === undefined ? (isLoading ? [] : boards) : page.boardsPage.page < page.boardsPage.pages ? listed! : [...listed!, ...others];
  const numbers = useNumberFormat();
  const cell = ({ board, totals }: OnBoard, kind: PeriodKind) => {
    const { figure } = unitWords(board, numbers);
    const places = isShown ? page?.boards.find((each) => each.board.name === board.name)?.places : undefined;
    const place = places?.find(({ period }) => period.kind === kind)?.place;
    if (place?.kind === 'ranked') {
      const [rank, of] = [numbers.count(place.rank), numbers.count(place.total)];
      return PLAYER.boards.place(figure(place.points), rank, of);
    }
    const total = kind === 'all-time' ? totals.find((each) => each.kind === kind) : undefined;
    return total === undefined ? '–' : figure(total.points);
  };
  return (
    <>
      <PagedTable
        rows={rows}
        {...PLAYER.boards}
        none={isLoading ? LOADING : PLAYER.boards.none}
        columns={{
          board: ({ board }) => (board.state === 'archived' ? FIELDS.archived(board.title) : board.title),
          daily: (row) => cell(row, 'daily'),
          weekly: (row) => cell(row, 'weekly'),
          monthly: (row) => cell(row, 'monthly'),
          allTime: (row) => cell(row, 'all-time'),
          receipt: ({ board: { name: board } }: OnBoard) => {
            const query = new URLSearchParams({ mode: 'all-time', board });
            return visibility.state === 'hidden' ? (
              '–'
            ) : (
              <a href={siteAddress(`${pageOf(username)}/why?${query}`, board)}>{PLAYER.boards.why}</a>
            );
          },
        }}
      />
      {page === undefined ? null : <PageLinks {...page.boardsPage} word={BOARDS_PAGE} />}
      {isAsked ? <RequestNoted id="playerPage" asked={asked} /> : null}
    </>
  );
}

function PlayerEvents({ username, boards }: { readonly username: string; readonly boards: PlayerData['boards'] }) {
  const { said, narrowed } = useAddress();
  const numbers = useNumberFormat();
  const chosen = boards.find(({ board }) => board.name === said('board')) ?? boards[0]!;
  const { figure } = unitWords(chosen.board, numbers);
  const { final } = PLAYER;
  return (
    <>
      <EventList
        asked={{ board: chosen.board.name, query: { player: username, ...narrowed(['before']) } }}
        filters={
          boards.length === 1
            ? undefined
            : { board: { defaultValue: chosen.board.name, none: '', among: boards.map(({ board }) => board.name) } }
        }
        {...PLAYER.events}
      />
      <PagedTable
        key={chosen.board.name}
        rows={chosen.finalRanks.toSorted((a, b) => b.from.localeCompare(a.from))}
        {...final}
        columns={{
          period: ({ kind, from }) => periodWords(kind, from, numbers.locale),
          rank: ({ rank, total }) => final.rank(numbers.count(rank), numbers.count(total)),
          points: { number: ({ points }) => figure(points) },
        }}
      />
    </>
  );
}
