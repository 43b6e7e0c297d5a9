import { useQuestion } from '../asking/use-question.ts';
import { Answered } from '../parts/form/answered.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { ClosingList } from './closing-list.tsx';
import { KeyList } from './key-list.tsx';
import { MakeBackup } from './make-backup.tsx';
import { NeedsYou } from './needs-you.tsx';
import { OverviewTiles } from './overview-tiles.tsx';
import { ProcessList } from './process-list.tsx';
import { StartHere } from './start-here.tsx';

/** How often it is asked for, in milliseconds. */
const EVERY_MS = 5000;

/** All that an operator looks at first. */
export function Component() {
  const overview = useQuestion('overview', undefined, { everyMs: EVERY_MS });
  return (
    <RoomPage title="Overview" lead="What’s happening and what needs your attention.">
      <Answered question={overview}>
        {(now) => (
          <>
            <NeedsYou overview={now} />
            {now.keys.every(({ lastEventAt }) => lastEventAt === null) ? <StartHere /> : null}
            <OverviewTiles overview={now} />
            <RoomPart title="What ends next">
              <ClosingList closings={now.closings} />
            </RoomPart>
            <RoomPart title="Who sends points">
              <KeyList keys={now.keys} now={now.at} />
            </RoomPart>
            <RoomPart title="Backups">
              <MakeBackup overview={now} />
            </RoomPart>
            <RoomPart title="Processes">
              <ProcessList processes={now.processes} now={now.at} />
            </RoomPart>
          </>
        )}
      </Answered>
      <RequestShown id="overview" asked={{}} />
    </RoomPage>
  );
}
