import { useEffect, useRef } from 'react';

import type { Answer } from '../../../contract/endpoint.ts';
import type { ApiReport } from '../../../contract/game-answers.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import type { Operations } from '../asking/console-api.ts';
import { BoardTotal } from '../parts/board-total.tsx';
import { DataTable } from '../parts/data-table.tsx';
import styles from './points-report.module.css';

const PERIOD_NAMES = { daily: 'Day', weekly: 'Week', monthly: 'Month', 'all-time': 'All time' } as const;

interface PointsReportProps {
  readonly posted: Answer<Operations['submitPoints']>;
  readonly onClose: () => void;
  readonly onAnother: () => void;
}

/** What became of points that were posted: the new totals and ranks, or that they are held. */
export function PointsReport({ posted, onClose, onAnother }: PointsReportProps) {
  const told = useRef<HTMLDivElement>(null);
  // The form that had the focus is gone.
  useEffect(() => told.current!.focus(), []);
  return (
    <div ref={told} tabIndex={-1} role="group" aria-label="What became of the points" className={styles.report}>
      {'outcome' in posted ? <p>These points are held, and count once they are accepted. {posted.reason}</p> : null}
      {'periods' in posted ? <Counted report={posted} /> : null}
      <div className={styles.actions}>
        <button type="button" className={control.button} onClick={onAnother}>
          Post more points
        </button>
        {'outcome' in posted ? (
          <Link
            to={{ pathname: '/held', search: `?${new URLSearchParams({ board: posted.board, event: posted.id })}` }}
            className={control.button}
            onClick={onClose}
          >
            See held points
          </Link>
        ) : null}
        {'periods' in posted ? (
          <Link
            to={{ pathname: '/events', search: `?${new URLSearchParams({ board: posted.board, id: posted.id })}` }}
            className={control.button}
            onClick={onClose}
          >
            See the event
          </Link>
        ) : null}
      </div>
    </div>
  );
}

function Counted({ report: { board, player, points, periods } }: { readonly report: ApiReport }) {
  const { count } = useNumberFormat();
  return (
    <>
      <p>
        {player.displayName} got <BoardTotal board={board} total={points} />. This is where they stand now:
      </p>
      <DataTable
        caption="New totals and ranks"
        rows={periods}
        keyOf={({ kind }) => kind}
        none="It counts for no period."
        columns={[
          { head: 'Period', cell: ({ kind }) => PERIOD_NAMES[kind] },
          {
            head: 'Total',
            isNumber: true,
            cell: ({ state, points: total }) =>
              state === 'closed' || total === undefined ? 'final: unchanged' : <BoardTotal board={board} total={total} />,
          },
          { head: 'Rank', isNumber: true, cell: ({ rank }) => (rank === undefined ? '–' : count(rank)) },
        ]}
      />
    </>
  );
}
