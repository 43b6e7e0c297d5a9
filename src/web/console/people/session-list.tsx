import { useQuestion } from '../asking/use-question.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RoomPart } from '../parts/room-page.tsx';

/** Where people are signed in: oneself, and for an owner everybody. */
export function SessionList() {
  const sessions = useQuestion('sessions');
  return (
    <RoomPart title="Sessions">
      <Answered question={sessions}>
        {({ sessions: all }) => (
          <DataTable
            caption="Sessions"
            rows={all}
            keyOf={({ id }) => id}
            none="Nobody is signed in."
            columns={[
              { head: 'Who', cell: ({ person, own }) => (own ? `${person.name} (here)` : person.name) },
              { head: 'Since', cell: ({ startedAt }) => <Moment at={startedAt} /> },
              { head: 'Last seen', cell: ({ seenAt }) => <Moment at={seenAt} /> },
              { head: 'Ends', cell: ({ endsAt }) => <Moment at={endsAt} /> },
              {
                head: 'Acts',
                cell: ({ id, person, own }) => (
                  <ActDialog label="End" title={`End a session of ${person.name}`} look="words">
                    {(close) => (
                      <ActForm act="endSession" label="End it" asked={() => ({ session: id })} done="The session is ended." onDone={close}>
                        <p>{own ? 'You are signed out here.' : 'Whoever uses it has to sign in again.'}</p>
                      </ActForm>
                    )}
                  </ActDialog>
                ),
              },
            ]}
          />
        )}
      </Answered>
    </RoomPart>
  );
}
