import { RoomPage } from '../parts/room-page.tsx';

/** All that an operator looks at first. */
export function Component() {
  return (
    <RoomPage title="Overview" lead="What goes on, and what needs you.">
      <p>Nothing yet.</p>
    </RoomPage>
  );
}
