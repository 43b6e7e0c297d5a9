import type { ApiAuditEntry } from '../../../contract/operation/audit.ts';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Answered } from '../parts/answered.tsx';
import { BoardField } from '../parts/board-field.tsx';
import { DataTable } from '../parts/data-table.tsx';
import { TextField } from '../parts/fields.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { Moment } from '../parts/moment.tsx';
import { RequestShown } from '../parts/request-shown.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { TurnPage } from '../parts/turn-page.tsx';

/** Who did what. */
export function Component() {
  const { said } = useAddress();
  const [board, player, before] = [said('board'), said('player'), said('before')];
  const asked = {
    query: {
      ...(board !== '' && { board }),
      ...(player !== '' && { player }),
      ...(/^\d{1,15}$/.test(before) && { before: Number(before) }),
    },
  };
  const audit = useQuestion('audit', asked);
  return (
    <RoomPage title="Audit log" lead="Every change an operator made, and every closing, newest first.">
      <ListFilters names={['board', 'player']}>
        <BoardField chosen={board} none="All boards" />
        <TextField name="player" label="Player" type="search" defaultValue={player} />
      </ListFilters>
      <Answered question={audit}>
        {({ entries, next }) => (
          <>
            <DataTable
              caption="Audit log"
              rows={entries}
              keyOf={({ number }) => number}
              none="Nothing was done."
              columns={[
                { head: 'What', cell: ({ act }) => act },
                { head: 'When', cell: ({ at }) => <Moment at={at} /> },
                { head: 'Who', cell: whoOf },
                { head: 'About', cell: aboutOf },
              ]}
            />
            <TurnPage next={next} />
          </>
        )}
      </Answered>
      <RequestShown id="audit" asked={asked} />
    </RoomPage>
  );
}

function whoOf({ by: { kind, name } }: ApiAuditEntry): string {
  return name === null ? kind : `${name} (${kind})`;
}

function aboutOf({ board, player, subject }: ApiAuditEntry): string {
  return [board, player?.displayName, subject].filter((each) => each !== null && each !== undefined).join(', ');
}
