import { useRouteError } from 'react-router';

import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { RoomPage } from '../parts/room-page.tsx';

/** An address of the console with nothing at it. */
export function NoRoom() {
  return (
    <RoomPage title="Nothing here" lead="The console has no page at this address.">
      <p>
        <Link to="/">Go to the overview</Link>
      </p>
    </RoomPage>
  );
}

/** A room that cannot be shown: mostly because a newer version of the server has other files. */
export function RoomError() {
  const error = useRouteError();
  console.error(error);
  return (
    <RoomPage title="This page cannot be shown" lead="The server may have been updated. Nothing you did is lost.">
      <button type="button" className={control.primary} onClick={() => location.reload()}>
        Load it again
      </button>
    </RoomPage>
  );
}
