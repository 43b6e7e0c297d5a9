import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { ChoiceField } from '../parts/form/fields.tsx';
import { ListFilters } from '../parts/list/list-filters.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { RowActs } from '../parts/list/row-acts.tsx';
import { ChangeBoard } from './change-board.tsx';
import { MakeBoard } from './make-board.tsx';
import { SetLimits } from './set-limits.tsx';
import { unitWord } from './unit-words.ts';

const STATES = [
  { value: '', text: 'Those that are played' },
  { value: 'archived', text: 'Archived ones' },
];

const SCORING = { sum: 'added up', best: 'the best', latest: 'the latest' } as const;

/** The boards: made, changed, limited, archived. */
export function Component() {
  const { said } = useAddress();
  const asked = said('state') === 'archived' ? { query: { state: 'archived' as const } } : {};
  const boards = useQuestion('boards', asked);
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
      <Answered question={boards}>
        {({ boards: all }) => (
          <DataTable
            caption="Boards"
            rows={all}
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
        )}
      </Answered>
      <RequestShown id="boards" asked={asked} />
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
      <ActDialog label={isArchived ? 'Bring back' : 'Archive'} title={`${isArchived ? 'Bring back' : 'Archive'} “${title}”`} look="words">
        {(close) => (
          <ActForm
            act="changeBoard"
            label={isArchived ? 'Bring it back' : 'Archive it'}
            asked={() => ({ board: name, body: { state: isArchived ? ('listed' as const) : ('archived' as const) } })}
            done={`“${title}” is ${isArchived ? 'back' : 'archived'}.`}
            onDone={close}
          >
            <p>
              {isArchived
                ? 'It takes points again, and lists and the search show it.'
                : 'It takes no points, and no list and no search shows it. Nothing of it is lost, and you can bring it back.'}
            </p>
          </ActForm>
        )}
      </ActDialog>
    </RowActs>
  );
}
