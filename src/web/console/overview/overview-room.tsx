import { Asked } from '../parts/asked.tsx';
import { RequestShown } from '../parts/request-shown.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { NeedsYou } from './needs-you.tsx';
import { ClosingList, KeyList, MakeBackup, ProcessList } from './overview-lists.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import { StartHere } from './start-here.tsx';

/** How often it is asked for, in milliseconds. */
const EVERY_MS = 5000;

/** All that an operator looks at first. */
export function Component() {
  return (
    <RoomPage title="Overview" lead="What’s happening and what needs your attention.">
      <Asked id="overview" everyMs={EVERY_MS}>
        {(now) => (
          <>
            <NeedsYou overview={now} />
            {now.keys.every(({ lastEventAt }) => lastEventAt === null) ? <StartHere /> : null}
            <OverviewTiles overview={now} />
            <RoomPart title="What ends next">
              <ClosingList overview={now} />
            </RoomPart>
            <RoomPart title="Who sends points">
              <KeyList overview={now} />
            </RoomPart>
            <RoomPart title="Backups">
              <MakeBackup overview={now} />
            </RoomPart>
            <RoomPart title="Processes">
              <ProcessList overview={now} />
            </RoomPart>
          </>
        )}
      </Asked>
      <RequestShown id="overview" asked={{}} />
    </RoomPage>
  );
}
