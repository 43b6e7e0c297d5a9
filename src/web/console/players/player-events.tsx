import { useState } from 'react';

import type { PlayerData } from '../../../contract/operation/person-answers.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { EventList } from '../ledger/event-list.tsx';
import { ChoiceField } from '../parts/fields.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { DataTable } from '../parts/list.tsx';
import { RoomPart } from '../parts/room-page.tsx';

interface PlayerEventsProps {
  readonly username: string;
  /** Those that they have events on; at least one. */
  readonly boards: PlayerData['boards'];
}

/** The events of a player on one board, newest first, and how the periods of that board ended for them. */
export function PlayerEvents({ username, boards }: PlayerEventsProps) {
  const { said, beforeNumber } = useAddress();
  const chosen = boards.find(({ board }) => board.name === said('board')) ?? boards[0]!;
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
        <EventList asked={{ board: chosen.board.name, query: { player: username, ...beforeNumber() } }} none="No more events." />
      </RoomPart>
      <RoomPart title="Final ranks">
        <FinalRanks key={chosen.board.name} onBoard={chosen} />
      </RoomPart>
    </>
  );
}

const PERIOD_NAMES = { daily: 'Day', weekly: 'Week', monthly: 'Month' } as const;

/** How many are shown before somebody asks for all of them. */
const SHOWN_FIRST = 10;

/** How the periods of a board that are over ended for a player, newest first. */
function FinalRanks({ onBoard: { board, finalRanks } }: { readonly onBoard: PlayerData['boards'][number] }) {
  const [showsAll, setShowsAll] = useState(false);
  const numbers = useNumberFormat();
  const { figure } = unitWords(board, numbers);
  const newest = finalRanks.toSorted((a, b) => b.from.localeCompare(a.from));
  const rows = showsAll ? newest : newest.slice(0, SHOWN_FIRST);
  return (
    <>
      <DataTable
        caption="Final ranks"
        rows={rows}
        keyOf={({ kind, from }) => `${kind} ${from}`}
        none="No period with points of theirs is final yet."
        columns={[
          { head: 'Period', cell: ({ kind, from }) => `${PERIOD_NAMES[kind]} from ${from}` },
          { head: 'Rank', cell: ({ rank, total }) => `${numbers.count(rank)} of ${numbers.count(total)}` },
          { head: 'Points', isNumber: true, cell: ({ points }) => figure(points) },
        ]}
      />
      {rows.length < newest.length ? (
        <div>
          <button type="button" className={control.button} onClick={() => setShowsAll(true)}>
            Show all {numbers.count(newest.length)}
          </button>
        </div>
      ) : null}
    </>
  );
}
