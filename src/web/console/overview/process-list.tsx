import type { ApiOverview } from '../../../contract/server-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { DataTable } from '../parts/list/data-table.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { bytesText } from './bytes-text.ts';
import { timeSince } from './time-since.ts';

/** The processes that share the data. `now` is ISO 8601. */
export function ProcessList({ processes, now }: { readonly processes: ApiOverview['processes']; readonly now: string }) {
  const { locale } = useNumberFormat();
  return (
    <DataTable
      caption="Processes"
      rows={processes}
      keyOf={({ id }) => id}
      none="No process is known."
      columns={[
        { head: 'Process', cell: ({ id, isThis }) => (isThis ? `${id} (answers you)` : id) },
        { head: 'Heard', cell: ({ heardAt }) => timeSince(heardAt, now) },
        { head: 'Since', cell: ({ startedAt }) => (startedAt === null ? 'unknown' : <Moment at={startedAt} />) },
        { head: 'Version', cell: ({ version }) => version ?? 'unknown' },
        { head: 'Memory', cell: ({ memoryBytes }) => (memoryBytes === null ? 'unknown' : bytesText(memoryBytes, locale)), isNumber: true },
      ]}
    />
  );
}
