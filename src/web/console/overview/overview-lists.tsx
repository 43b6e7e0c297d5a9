import type { ApiOverview } from '../../../contract/server-answers.ts';
import { Link } from '../../address/link.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActForm } from '../parts/act-form.tsx';
import { DataTable } from '../parts/list.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { bytesText } from './bytes-text.ts';
import { timeSince } from './time-since.ts';

interface ListProps {
  readonly overview: ApiOverview;
}

const KINDS = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

/** The periods that end next. */
export function ClosingList({ overview: { closings } }: ListProps) {
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

/** The keys in use, with when each last sent points. */
export function KeyList({ overview: { keys, at } }: ListProps) {
  return (
    <DataTable
      caption="Who sends points"
      rows={keys}
      keyOf={({ id }) => id}
      none="No key is in use. Make one under Keys."
      columns={[
        { head: 'Key', cell: ({ name }) => <Link to="/keys">{name}</Link> },
        { head: 'Role', cell: ({ role }) => role },
        { head: 'Last event', cell: ({ lastEventAt }) => (lastEventAt === null ? 'never' : timeSince(lastEventAt, at)) },
        { head: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : timeSince(lastUsedAt, at)) },
      ]}
    />
  );
}

/** The backups that are kept, and one more; or why there are none. */
export function MakeBackup({ overview: { backups } }: ListProps) {
  const { locale } = useNumberFormat();
  const { answer } = useQuestion('backups', undefined, { isAsked: backups.schedule !== null });
  if (backups.schedule === null) return <p>{backups.trouble}</p>;
  return (
    <>
      <DataTable
        caption="Backups"
        rows={answer?.backups ?? []}
        keyOf={({ name }) => name}
        none="There is no backup yet."
        columns={[
          { head: 'File', cell: ({ name }) => name },
          { head: 'Made', cell: ({ madeAt }) => <Moment at={madeAt} /> },
          { head: 'Made by', cell: ({ origin }) => (origin === 'manual' ? 'hand' : 'schedule') },
          { head: 'Checked', cell: ({ checked }) => (checked ? 'yes' : 'no') },
          { head: 'Size', cell: ({ bytes }) => bytesText(bytes, locale), isNumber: true },
        ]}
      />
      <ActForm act="makeBackup" label="Make a backup now" asked={() => ({})} done={({ file }) => `The backup is made: ${file}`} />
    </>
  );
}

/** The processes that share the data. */
export function ProcessList({ overview: { processes, at } }: ListProps) {
  const { locale } = useNumberFormat();
  return (
    <DataTable
      caption="Processes"
      rows={processes}
      keyOf={({ id }) => id}
      none="No process is known."
      columns={[
        { head: 'Process', cell: ({ id, isThis }) => (isThis ? `${id} (answers you)` : id) },
        { head: 'Heard', cell: ({ heardAt }) => timeSince(heardAt, at) },
        { head: 'Since', cell: ({ startedAt }) => (startedAt === null ? 'unknown' : <Moment at={startedAt} />) },
        { head: 'Version', cell: ({ version }) => version ?? 'unknown' },
        { head: 'Memory', cell: ({ memoryBytes }) => (memoryBytes === null ? 'unknown' : bytesText(memoryBytes, locale)), isNumber: true },
      ]}
    />
  );
}
