import { chosenKind, KIND_CHOICES } from './kind-words.ts';
import { SegmentedButtons } from '../../ui/segmented-buttons.tsx';
import { useAddress } from '../asking/use-address.ts';
import { useBoards } from '../asking/use-boards.ts';
import { BoardField } from '../parts/fields.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { ClosedPeriods } from './closed-periods.tsx';
import { Rehearsal } from './rehearsal.tsx';
import { ReviewTime } from './review-time.tsx';
import { UnsettledPeriods } from './unsettled-periods.tsx';

/** When the periods of a board end, who wins them, and what an operator has to do. */
export function Component() {
  const { said, say } = useAddress();
  const first = useBoards()[0]?.name ?? '';
  const board = said('board') || first;
  const kind = chosenKind(said('kind'));
  return (
    <RoomPage title="Periods" lead="When the days, weeks and months of a board end, who wins them, and what you have to do.">
      <ListFilters names={['board']}>
        <BoardField key={board} chosen={board} />
      </ListFilters>
      {board === '' ? null : (
        <>
          <UnsettledPeriods board={board} />
          <ReviewTime board={board} />
          <SegmentedButtons
            label="Which periods are rehearsed and listed below"
            name="kind"
            options={KIND_CHOICES}
            chosen={kind}
            onChoose={(value) => say({ kind: value })}
          />
          <Rehearsal board={board} kind={kind} />
          <ClosedPeriods board={board} kind={kind} />
        </>
      )}
    </RoomPage>
  );
}
