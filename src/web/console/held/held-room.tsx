import type { ApiHeld } from '../../../contract/operation/held.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { applicable } from '../list/applicable.ts';
import { List } from '../list/list.tsx';
import { selectedWords } from '../list/list-words.ts';
import type { Selected } from '../list/selection.tsx';
import { Act } from '../parts/act.tsx';
import { Lines, RowActs } from '../parts/table.tsx';
import { Replay } from '../parts/replay.tsx';
import { Facts, LinkIn, RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTitle, BoardTotal } from '../parts/words/of-board.tsx';
import { playerWords } from '../parts/words/who-words.ts';
import { HELD } from './held-words.ts';

/** Points that exceeded a limit, to accept or reject. */
export function Component() {
  const { said } = useAddress();
  return (
    <RoomPage {...HELD.page}>
      <List
        id="held"
        asked={{ query: { state: 'waiting' } }}
        {...HELD}
        none={<LinkIn words={HELD.none} to="/boards" />}
        columns={{
          player: {
            name: ({ event: { username, displayName } }) => (
              <Lines more={displayName === null || displayName === username ? null : username}>{displayName ?? username}</Lines>
            ),
            by: nameIn,
          },
          points: { number: ({ board, event }) => <BoardTotal board={board} total={event.points} />, by: ({ event }) => event.points },
          reason: {
            text: ({ rule, reason }) => <Lines more={reason}>{HELD.rules[rule] ?? rule}</Lines>,
            by: ({ rule }) => HELD.rules[rule] ?? rule,
          },
          board: {
            name: ({ board, event: { activity } }) => (
              <Lines more={activity}>
                <BoardTitle board={board} />
              </Lines>
            ),
            by: ({ board }) => board,
          },
          when: { line: ({ event: { at } }) => <Moment at={at} />, by: ({ event: { at } }) => at },
          ...(said('state') !== '' && {
            status: {
              text: ({ state, since, note }: ApiHeld) => (
                <Lines more={note === null ? null : `“${note}”`}>
                  {HELD.status[state]}
                  {state === 'waiting' ? null : [' ', <Moment key="since" at={since} />]}
                </Lines>
              ),
              by: ({ since }: ApiHeld) => since,
            },
          }),
          actions: (held) => <HeldActs held={held} />,
        }}
        isExported
        bulk={{
          nameOf: (held) => `${HELD.pointsOf(nameIn(held))}, ${held.event.id}`,
          acts: (selected) => <BulkActs selected={selected} />,
        }}
        opens={{
          title: (_, held) => (held === undefined ? '' : HELD.pointsOf(nameIn(held))),
          of: (_, held) => (held === undefined ? null : <HeldDetails held={held} />),
        }}
      />
    </RoomPage>
  );
}

function nameIn({ event: { displayName, username } }: Pick<ApiHeld, 'event'>): string {
  return displayName ?? username;
}

function BulkActs({ selected }: { readonly selected: Selected<ApiHeld> }) {
  const { count } = useNumberFormat();
  const ways = (['accept', 'reject'] as const).flatMap((does) => {
    const own = applicable(selected, ({ state }) => state === 'waiting' || (does === 'accept' && state === 'rejected'));
    return own === undefined ? [] : { does, own };
  });
  return ways.map(({ does, own }) => (
    <Act
      key={does}
      act="decideHeld"
      {...HELD.bulk[does](selectedWords(own.count, HELD.many, count))}
      look={does === 'accept' ? 'button' : 'danger'}
      says={{ does, held: own.chosen }}
      told={does === 'accept' ? HELD.acceptTold : HELD.rejectTold}
      fields={does === 'accept' ? {} : { reason: { ...HELD.rejectFields.reason, required: true } }}
      done={({ held, refused }) => {
        const left = refused === 0 ? '' : HELD.bulk.refused(selectedWords(refused, HELD.many, count));
        return HELD.bulk.done[does](selectedWords(held, HELD.many, count)) + left;
      }}
      onDone={selected.clear}
    />
  ));
}

function HeldDetails({ held }: { readonly held: ApiHeld }) {
  const { board, event, rule, reason, state, since, note } = held;
  const { facts } = HELD;
  return (
    <>
      <Facts
        facts={{
          [facts.player]: playerWords(event),
          [facts.points]: <BoardTotal board={board} total={event.points} />,
          [facts.board]: <BoardTitle board={board} />,
          [facts.activity]: event.activity,
          [facts.reason]: `${HELD.rules[rule] ?? rule}. ${reason}`,
          [facts.at]: <Moment at={event.at} isExact />,
          [facts.received]: <Moment at={event.receivedAt} isExact />,
          [facts.status]: [`${HELD.status[state]} `, <Moment key="since" at={since} />, note === null ? '' : `: “${note}”`],
          [facts.event]: <code className="anywhere">{event.id}</code>,
        }}
      />
      <Replay board={board} event={event.id} />
      <p>
        <LinkIn words={HELD.others} to={`/held?${new URLSearchParams({ state: 'all', player: event.username })}`} />
      </p>
      <HeldActs held={held} />
    </>
  );
}

function HeldActs({ held: { id, board, event, state, reason } }: { readonly held: ApiHeld }) {
  const name = nameIn({ event });
  if (state === 'accepted') {
    return (
      <p>
        <LinkIn words={HELD.accepted} to={`/events?${new URLSearchParams({ board, id: event.id })}`} />
      </p>
    );
  }
  const told = (consequences: string) => (
    <>
      <strong>
        <BoardTotal board={board} total={event.points} />
      </strong>
      {HELD.by(name, reason)} {consequences}
    </>
  );
  return (
    <RowActs of={HELD.pointsOf(name)}>
      <Act act="acceptHeld" {...HELD.accept(name)} on={{ held: id }} told={told(HELD.acceptTold)} />
      {state === 'rejected' ? null : (
        <Act
          act="rejectHeld"
          {...HELD.reject(name)}
          look="dangerWords"
          on={{ held: id }}
          told={told(HELD.rejectTold)}
          fields={HELD.rejectFields}
        />
      )}
    </RowActs>
  );
}
