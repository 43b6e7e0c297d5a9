import type { ApiOverview } from '../../../contract/server-answers.ts';
import { Link } from '../../address/link.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { timeSince } from './time-since.ts';

/** The keys in use, with when each last sent points. `now` is ISO 8601. */
export function KeyList({ keys, now }: { readonly keys: ApiOverview['keys']; readonly now: string }) {
  return (
    <DataTable
      caption="Who sends points"
      rows={keys}
      keyOf={({ id }) => id}
      none="No key is in use. Make one under Keys."
      columns={[
        { head: 'Key', cell: ({ name }) => <Link to="/keys">{name}</Link> },
        { head: 'Role', cell: ({ role }) => role },
        { head: 'Last event', cell: ({ lastEventAt }) => (lastEventAt === null ? 'never' : timeSince(lastEventAt, now)) },
        { head: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : timeSince(lastUsedAt, now)) },
      ]}
    />
  );
}
