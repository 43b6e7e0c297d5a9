import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { ApiEvents } from '../../../contract/operation/lookup-answers.ts';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { EventTable } from '../ledger/event-table.tsx';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { BoardField } from '../parts/form/board-field.tsx';
import { TextField } from '../parts/form/fields.tsx';
import { ListFilters } from '../parts/list/list-filters.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { TurnPage } from '../parts/list/turn-page.tsx';
import { HeldEvent } from './held-event.tsx';
import { PostPoints } from './post-points.tsx';

/** What of the address narrows the list, as the API calls it. */
const WORDS = ['id', 'player', 'from', 'until'] as const;

/** The events of a board: looked for, voided, restored, and posted by hand. */
export function Component() {
  const { said } = useAddress();
  const board = said('board') || DEFAULT_BOARD;
  const before = said('before');
  const asked = {
    board,
    query: {
      ...Object.fromEntries(WORDS.flatMap((word) => (said(word) === '' ? [] : [[word, said(word)]]))),
      ...(/^\d{1,15}$/.test(before) && { before: Number(before) }),
    },
  };
  const events = useQuestion('events', asked);
  return (
    <RoomPage
      title="Events"
      lead="Everything that players got points for, newest first. Void what should not have counted: it stays on the receipt and counts no more."
      actions={
        <ActDialog label="Post points" look="primary">
          {(close) => <PostPoints board={board} onDone={close} />}
        </ActDialog>
      }
    >
      <ListFilters names={['board', ...WORDS]}>
        <BoardField chosen={board} />
        <TextField name="id" label="Event id" type="search" defaultValue={said('id')} />
        <TextField name="player" label="Username" type="search" defaultValue={said('player')} />
        <TextField name="from" label="From day" type="date" defaultValue={said('from')} />
        <TextField name="until" label="Until day" type="date" defaultValue={said('until')} />
      </ListFilters>
      <Answered question={events}>
        {(found) => (
          <>
            {found.held === null ? null : <HeldEvent held={found.held} />}
            <EventTable
              found={found}
              none={noneWords(
                found,
                WORDS.some((word) => said(word) !== ''),
              )}
              namesPlayers
            />
            <TurnPage next={found.next} />
          </>
        )}
      </Answered>
      <RequestShown id="events" asked={asked} />
    </RoomPage>
  );
}

function noneWords({ complete }: ApiEvents, isNarrowed: boolean): string {
  if (!complete) return 'None on this page. The search goes on among older ones.';
  return isNarrowed
    ? 'No event matches. Try fewer words, or another board.'
    : 'Nobody has points here yet. Your game posts them, or you do.';
}
