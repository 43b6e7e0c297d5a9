import type { ComponentProps } from 'react';

import type { ApiEvents } from '../../../contract/lookup.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { Link } from '../../address/link.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { mayApply } from '../list/applicable.ts';
import { List } from '../list/list.tsx';
import { selectedWords } from '../list/list-words.ts';
import type { Selected } from '../list/selection.tsx';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import { DataTable, Lines, RowActs } from '../parts/table.tsx';
import { Replay } from '../parts/replay.tsx';
import { Facts, LinkIn } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle, BoardTotal } from '../parts/words/of-board.tsx';
import { authorWords, EVENTS, revisedWords, stateOf } from './ledger-words.ts';

interface EventListProps extends Omit<ComponentProps<typeof List<'events', Event>>, 'id' | 'heads' | 'columns' | 'bulk' | 'opens'> {
  readonly asked: NonNullable<ComponentProps<typeof List<'events', Event>>['asked']>;
  readonly namesPlayers?: boolean;
}

type Event = ApiEvents['events'][number];

/** A board's events with their actions. */
export function EventList({ asked, namesPlayers = false, ...says }: EventListProps) {
  const { board } = asked;
  return (
    <List<'events', Event>
      id="events"
      asked={asked}
      heads={EVENTS.heads}
      {...says}
      columns={{
        event: { name: ({ id }) => id, by: ({ id }) => id },
        ...(namesPlayers && {
          player: {
            name: ({ player }: Event) => <PlayerOf player={player} board={board} />,
            by: ({ player }: Event) => player.displayName,
          },
        }),
        points: { number: ({ points }) => <BoardTotal board={board} total={points} />, by: ({ points }) => points },
        activity: { name: ({ title }) => title || '–', by: ({ title }) => title },
        when: {
          line: ({ at, receivedAt }) => (
            <span>
              <Moment at={at} />
              {Math.abs(Date.parse(receivedAt) - Date.parse(at)) < MINUTE_MS
                ? null
                : [EVENTS.received, <Moment key="at" at={receivedAt} />]}
            </span>
          ),
          by: ({ at }) => at,
        },
        author: { name: ({ author }) => authorWords(author), by: ({ author }) => authorWords(author) },
        status: { text: (event) => <StateOf event={event} />, by: (event) => stateOf(event) },
        actions: (event) => <ReviseEvent board={board} event={event} />,
      }}
      isExported
      bulk={{ nameOf: ({ id }) => id, acts: (selected) => <ReviseEvents board={board} selected={selected} /> }}
      opens={{
        title: (_, event) => (event === undefined ? '' : EVENTS.eventOf(event.player.displayName)),
        of: (_, event) => (event === undefined ? null : <EventDetails board={board} event={event} />),
      }}
    />
  );
}

interface ReviseEventsProps {
  readonly board: string;
  readonly selected: Selected<Event>;
}

/** Voids or restores the selected events. */
function ReviseEvents({ board, selected }: ReviseEventsProps) {
  const { chosen, count: size, clear } = selected;
  const { count } = useNumberFormat();
  const events = selectedWords(size, EVENTS.many, count);
  const ways = (['void', 'restore'] as const).filter((does) => mayApply(selected, ({ voided }) => (voided === null) === (does === 'void')));
  return ways.map((does) => (
    <Act
      key={does}
      act="reviseEvents"
      {...EVENTS.bulk[does](events)}
      look={does === 'void' ? 'danger' : 'button'}
      says={{ does, events: 'ids' in chosen ? { board, ids: chosen.ids } : { match: { board, ...chosen.match } } }}
      told={EVENTS.bulk.told[does]}
      fields={EVENTS.fields}
      done={({ events: revised, refused }) => {
        const left = refused === 0 ? '' : EVENTS.bulk.refused(selectedWords(refused, EVENTS.many, count));
        return EVENTS.bulk.done[does](selectedWords(revised, EVENTS.many, count)) + left;
      }}
      onDone={clear}
    />
  ));
}

const MOST_OTHERS = 6;

function EventDetails({ board, event }: { readonly board: string; readonly event: Event }) {
  const { id, player, points, activity, title, at, receivedAt, author, voided } = event;
  const { facts, others } = EVENTS;
  const isKnown = player.state !== 'erased';
  return (
    <>
      <Facts
        facts={{
          [facts.player]: <PlayerOf player={player} board={board} />,
          [facts.points]: <BoardTotal board={board} total={points} />,
          [facts.board]: <BoardTitle board={board} />,
          [facts.activity]: title === activity ? activity : `${title} (${activity})`,
          [facts.at]: <Moment at={at} isExact />,
          [facts.received]: <Moment at={receivedAt} isExact />,
          [facts.status]: voided === null ? stateOf(event) : [`${stateOf(event)} `, <Moment key="at" at={voided.at} />],
          [facts.reason]: voided?.reason ?? null,
          [facts.author]: authorWords(author),
          [facts.event]: <code className="anywhere">{id}</code>,
        }}
      />
      <Replay board={board} event={id} />
      <ReviseEvent board={board} event={event} />
      {isKnown ? (
        <Asked id="events" of={{ board, query: { player: player.username, limit: MOST_OTHERS } }}>
          {({ events }) => (
            <DataTable
              {...others}
              rows={events.filter((other) => other.id !== id)}
              heads={EVENTS.heads}
              columns={{
                event: { name: (other) => other.id },
                points: { number: (other) => <BoardTotal board={board} total={other.points} isBare /> },
                when: { line: (other) => <Moment at={other.at} /> },
                status: (other) => stateOf(other),
              }}
            />
          )}
        </Asked>
      ) : null}
      {isKnown ? (
        <p>
          <LinkIn words={others.all} to={`/events?${new URLSearchParams({ board, player: player.username })}`} />
        </p>
      ) : null}
    </>
  );
}

function PlayerOf({ player: { username, displayName, state }, board }: { readonly player: Event['player']; readonly board: string }) {
  if (state === 'erased') return displayName;
  return (
    <span>
      <Link to={{ pathname: '/players', search: `?${new URLSearchParams({ player: username, board })}` }}>{displayName}</Link>
      {state === 'shown' ? null : ` (${state})`}
    </span>
  );
}

function StateOf({ event }: { readonly event: Event }) {
  const words = stateOf(event);
  if (event.voided === null) return words;
  return (
    <Lines more={event.voided.reason}>
      {words} <Moment at={event.voided.at} />
    </Lines>
  );
}

function ReviseEvent({ board, event: { id, player, points, at, voided } }: { readonly board: string; readonly event: Event }) {
  const does = voided === null ? 'void' : 'restore';
  return (
    <RowActs of={id}>
      <Act
        act="reviseEvent"
        {...EVENTS[does]}
        told={EVENTS.told[does]}
        fields={EVENTS.fields}
        look={voided === null ? 'dangerWords' : 'words'}
        on={{ board }}
        says={{ event: id, does }}
        done={revisedWords}
      >
        <p>
          <strong>
            <BoardTotal board={board} total={points} />
          </strong>
          {EVENTS.about(player.displayName)}
          <BoardTitle board={board} />, <Moment at={at} isExact />
          {EVENTS.event(id)}
        </p>
      </Act>
    </RowActs>
  );
}
