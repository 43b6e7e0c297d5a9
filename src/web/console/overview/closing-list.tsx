import type { ApiOverview } from '../../../contract/server-answers.ts';
import { Link } from '../../address/link.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { Moment } from '../parts/words/moment.tsx';

const KINDS = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

/** The periods that end next. */
export function ClosingList({ closings }: { readonly closings: ApiOverview['closings'] }) {
  return (
    <DataTable
      caption="What ends next"
      rows={closings}
      keyOf={({ board, kind, from }) => `${board} ${kind} ${from}`}
      none="Nothing ends: there is no board."
      columns={[
        {
          head: 'Period',
          cell: ({ board, title, kind, from }) => (
            <Link to={`/periods?board=${board}`}>
              {title}, {KINDS[kind]} from {from}
            </Link>
          ),
        },
        { head: 'Ends', cell: ({ endsAt }) => <Moment at={endsAt} /> },
        { head: 'Final', cell: ({ finalAt }) => <Moment at={finalAt} /> },
        { head: 'To be won', cell: ({ hasPrizes }) => (hasPrizes ? 'prizes' : 'nothing') },
      ]}
    />
  );
}
