import type { EndingKind } from '../../../domain/calendar.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { BoardTotal } from '../parts/words/board-total.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { TextField, textOf } from '../parts/form/fields.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { TurnPage } from '../parts/list/turn-page.tsx';
import { KIND_WORDS } from './kind-words.ts';
import { PeriodLink } from './period-link.tsx';
import styles from './periods.module.css';

interface ClosedPeriodsProps {
  readonly board: string;
  readonly kind: EndingKind;
}

/** Who won the periods that are final, and opening the latest again. */
export function ClosedPeriods({ board, kind }: ClosedPeriodsProps) {
  const { said } = useAddress();
  const before = said('before');
  const asked = { board, query: { period: kind, ...(before !== '' && { before }) } };
  const winners = useQuestion('winners', asked);
  return (
    <RoomPart title="Closed">
      <Answered question={winners}>
        {({ winners: won, next }) => (
          <>
            <DataTable
              caption="Closed periods"
              rows={won}
              keyOf={({ day }) => day}
              none={`None of the ${KIND_WORDS[kind]} on this board is closed yet.`}
              columns={[
                { head: 'Period', cell: ({ day }) => <PeriodLink board={board} kind={kind} from={day} /> },
                {
                  head: 'First three',
                  cell: ({ places }) => (
                    <ul className={styles.list}>
                      {places.map(({ rank, points, player }) => (
                        <li key={rank}>
                          {rank}. {player.name}, <BoardTotal board={board} total={points} />
                        </li>
                      ))}
                    </ul>
                  ),
                },
                { head: 'Ranked', cell: ({ total }) => total, isNumber: true },
                {
                  head: 'Acts',
                  cell: ({ day }) => (before === '' && day === won[0]?.day ? <Reopen board={board} kind={kind} from={day} /> : null),
                },
              ]}
            />
            <TurnPage next={next} />
          </>
        )}
      </Answered>
      <RequestShown id="winners" asked={asked} />
    </RoomPart>
  );
}

/** Opens the latest closed period again. */
function Reopen({ board, kind, from }: ClosedPeriodsProps & { readonly from: string }) {
  const { locale } = useNumberFormat();
  const name = periodWords(kind, from, locale);
  return (
    <ActDialog label="Open again" title={`Open again: ${name}`} look="words">
      {(close) => (
        <ActForm
          act="reopenPeriod"
          label="Open it again"
          isPreviewed
          asked={(form) => ({ board, body: { period: kind, date: from, reason: textOf(form, 'reason') } })}
          done={`${name} is open again.`}
          onDone={close}
        >
          <p>
            For an hour, to void events and to hide or remove players. It takes no new points. Only the latest closed period can be opened
            again, and only as long as no prizes of it are due.
          </p>
          <TextField name="reason" label="Reason" hint="Visitors may read it." required maxLength={200} />
        </ActForm>
      )}
    </ActDialog>
  );
}
