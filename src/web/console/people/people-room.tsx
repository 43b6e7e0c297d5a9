import { usePerson } from '../asking/signed-in.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Answered } from '../parts/form/answered.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { Invitations } from './invitations.tsx';
import { OperatorList } from './operator-list.tsx';
import { OwnPasskeys } from './own-passkeys.tsx';
import { SessionList } from './session-list.tsx';

/** Who may come in, and who is in. */
export function Component() {
  const { role } = usePerson();
  const operators = useQuestion('operators');
  return (
    <RoomPage title="People" lead="Who operates this site, with which role, and where they are signed in.">
      <RoomPart title="Operators">
        <Answered question={operators}>{({ operators: all }) => <OperatorList operators={all} />}</Answered>
        <RequestShown id="operators" asked={{}} />
      </RoomPart>
      {role === 'owner' ? <Invitations /> : null}
      <OwnPasskeys />
      <SessionList />
    </RoomPage>
  );
}
