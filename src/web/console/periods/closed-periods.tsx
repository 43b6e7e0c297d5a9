import type { EndingKind } from '../../../domain/calendar.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { Act } from '../parts/act.tsx';
import styles from '../parts/console.module.css';
import { TextField, textOf } from '../parts/fields.tsx';
import { List } from '../parts/list.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { BoardTotal } from '../parts/words/of-board.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { PeriodLink } from './period-link.tsx';
import { KIND_WORDS } from './settling-words.ts';

interface ClosedPeriodsProps {
  readonly board: string;
  readonly kind: EndingKind;
}

/** Who won the periods that are final, and opening the latest again. */
export function ClosedPeriods({ board, kind }: ClosedPeriodsProps) {
  const before = useAddress().narrowed(['before']);
  return (
    <RoomPart title="Closed">
      <List
        id="winners"
        asked={{ board, query: { period: kind, ...before } }}
        caption="Closed periods"
        rows={({ winners }) => winners.map((each, i) => ({ ...each, isLatest: i === 0 && before.before === undefined }))}
        keyOf={({ day }) => day}
        none={`None of the ${KIND_WORDS[kind]} on this board is closed yet.`}
        columns={[
          { head: 'Period', cell: ({ day }) => <PeriodLink board={board} kind={kind} from={day} /> },
          {
            head: 'First three',
            cell: ({ places }) => (
              <ul className={styles.tight}>
                {places.map(({ rank, points, player }) => (
                  <li key={rank}>
                    {rank}. {player.name}, <BoardTotal board={board} total={points} />
                  </li>
                ))}
              </ul>
            ),
          },
          { head: 'Ranked', cell: ({ total }) => total, isNumber: true },
          { head: 'Acts', cell: ({ day, isLatest }) => (isLatest ? <Reopen board={board} kind={kind} from={day} /> : null) },
        ]}
      />
    </RoomPart>
  );
}

/** Opens the latest closed period again. */
function Reopen({ board, kind, from }: ClosedPeriodsProps & { readonly from: string }) {
  const { locale } = useNumberFormat();
  const name = periodWords(kind, from, locale);
  return (
    <Act
      act="reopenPeriod"
      opens="Open again"
      title={`Open again: ${name}`}
      label="Open it again"
      isPreviewed
      asked={(form) => ({ board, body: { period: kind, date: from, reason: textOf(form, 'reason') } })}
      done={`${name} is open again.`}
    >
      <p>
        For an hour, to void events and to hide or remove players. It takes no new points. Only the latest closed period can be opened
        again, and only as long as no prizes of it are due.
      </p>
      <TextField name="reason" label="Reason" hint="Visitors may read it." required maxLength={200} />
    </Act>
  );
}
