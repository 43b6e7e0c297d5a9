import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import { useAddress } from '../asking/use-address.ts';
import { Act, ActDialog } from '../parts/act.tsx';
import { ChoiceField } from '../parts/fields.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { List, RowActs } from '../parts/list.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { ChangeBoard, MakeBoard, SetLimits } from './board-forms.tsx';
import { unitWord } from './unit-words.ts';

const STATES = [
  { value: '', text: 'Those that are played' },
  { value: 'archived', text: 'Archived ones' },
];

const SCORING = { sum: 'added up', best: 'the best', latest: 'the latest' } as const;

/** The boards: made, changed, limited, archived. */
export function Component() {
  const { said } = useAddress();
  return (
    <RoomPage
      title="Boards"
      lead="What is ranked, and by which rules."
      actions={
        <ActDialog label="New board" look="primary">
          {(close) => <MakeBoard onDone={close} />}
        </ActDialog>
      }
    >
      <ListFilters names={['state']}>
        <ChoiceField name="state" label="Which" defaultValue={said('state')} options={STATES} />
      </ListFilters>
      <List
        id="boards"
        asked={said('state') === 'archived' ? { query: { state: 'archived' } } : {}}
        caption="Boards"
        rows={({ boards }) => boards}
        keyOf={({ name }) => name}
        none="There is no such board."
        columns={[
          { head: 'Board', cell: ({ name, title, state }) => (state === 'archived' ? title : <a href={`/?board=${name}`}>{title}</a>) },
          { head: 'Name', cell: ({ name }) => name },
          { head: 'Counts', cell: ({ unit, scoring, direction }) => `${unitWord(unit)}, ${SCORING[scoring]}, ${direction} first` },
          { head: 'Calendar', cell: ({ timeZone }) => timeZone },
          { head: 'Seen by', cell: ({ visibility }) => (visibility === 'private' ? 'programs with a key' : 'everybody') },
          { head: 'Acts', cell: (board) => <BoardActs board={board} /> },
        ]}
      />
    </RoomPage>
  );
}

function BoardActs({ board: { name, title, state } }: { readonly board: ApiKeptBoard }) {
  const isArchived = state === 'archived';
  return (
    <RowActs of={title}>
      <ActDialog label="Change" title={`Change “${title}”`} look="words">
        {(close) => <ChangeBoard name={name} onDone={close} />}
      </ActDialog>
      <ActDialog label="Limits" title={`Limits of “${title}”`} look="words">
        {(close) => <SetLimits board={name} onDone={close} />}
      </ActDialog>
      <Act
        act="changeBoard"
        opens={isArchived ? 'Bring back' : 'Archive'}
        title={`${isArchived ? 'Bring back' : 'Archive'} “${title}”`}
        label={isArchived ? 'Bring it back' : 'Archive it'}
        asked={() => ({ board: name, body: { state: isArchived ? ('listed' as const) : ('archived' as const) } })}
        done={`“${title}” is ${isArchived ? 'back' : 'archived'}.`}
      >
        <p>
          {isArchived
            ? 'It takes points again, and lists and the search show it.'
            : 'It takes no points, and no list and no search shows it. Nothing of it is lost, and you can bring it back.'}
        </p>
      </Act>
    </RowActs>
  );
}
