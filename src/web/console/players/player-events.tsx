import type { PlayerData } from '../../../contract/operation/person-answers.ts';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { EventTable } from '../ledger/event-table.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { ChoiceField } from '../parts/form/fields.tsx';
import { ListFilters } from '../parts/list/list-filters.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { TurnPage } from '../parts/list/turn-page.tsx';
import { FinalRanks } from './final-ranks.tsx';

interface PlayerEventsProps {
  readonly username: string;
  /** Those that they have events on; at least one. */
  readonly boards: PlayerData['boards'];
}

/** The events of a player on one board, newest first, and how the periods of that board ended for them. */
export function PlayerEvents({ username, boards }: PlayerEventsProps) {
  const { said } = useAddress();
  const chosen = boards.find(({ board }) => board.name === said('board')) ?? boards[0]!;
  const before = said('before');
  const asked = {
    board: chosen.board.name,
    query: { player: username, ...(/^\d{1,15}$/.test(before) && { before: Number(before) }) },
  };
  const events = useQuestion('events', asked);
  return (
    <>
      <RoomPart title="Events">
        {boards.length === 1 ? null : (
          <ListFilters names={['board']}>
            <ChoiceField
              name="board"
              label="On the board"
              defaultValue={chosen.board.name}
              options={boards.map(({ board }) => ({ value: board.name, text: board.title }))}
            />
          </ListFilters>
        )}
        <Answered question={events}>
          {(found) => (
            <>
              <EventTable found={found} none="No more events." namesPlayers={false} />
              <TurnPage next={found.next} />
            </>
          )}
        </Answered>
        <RequestShown id="events" asked={asked} />
      </RoomPart>
      <RoomPart title="Final ranks">
        <FinalRanks key={chosen.board.name} onBoard={chosen} />
      </RoomPart>
    </>
  );
}
