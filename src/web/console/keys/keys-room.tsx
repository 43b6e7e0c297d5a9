import type { ApiListedKey } from '../../../contract/api-key.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useAddress } from '../asking/use-address.ts';
import { useNow } from '../asking/use-now.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { Answered } from '../parts/form/answered.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { ChoiceField, TextField } from '../parts/form/fields.tsx';
import { ListFilters } from '../parts/list/list-filters.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { TurnPage } from '../parts/list/turn-page.tsx';
import { boundsWords, keyState, soughtKeys } from './key-list.ts';
import styles from './keys.module.css';
import { MakeKey } from './make-key.tsx';
import { RevokeKey } from './revoke-key.tsx';

/** Keys on a page. */
const SHOWN = 50;

const STATES = [
  { value: '', text: 'All keys' },
  { value: 'active', text: 'Active ones' },
  { value: 'expired', text: 'Expired ones' },
  { value: 'revoked', text: 'Revoked ones' },
];

/** The API keys: who or what may do what, and since when nobody used it. */
export function Component() {
  const { role } = usePerson();
  const { said } = useAddress();
  const keys = useQuestion('keys');
  const now = useNow();
  const [text, state, before] = [said('q'), said('state'), said('before')];
  const from = /^\d{1,6}$/.test(before) ? Number(before) : 0;
  return (
    <RoomPage
      title="Keys"
      lead="Programs show a key to post points, or to do what a person does here. People sign in and need none."
      actions={
        role === 'owner' ? (
          <ActDialog label="New key" look="primary">
            {(close) => <MakeKey onDone={close} />}
          </ActDialog>
        ) : undefined
      }
    >
      {role === 'owner' ? null : <p>Keys are made and revoked by an owner.</p>}
      <ListFilters names={['q', 'state']}>
        <TextField name="q" label="Search" type="search" placeholder="A name or a role" defaultValue={text} />
        <ChoiceField name="state" label="Which" defaultValue={state} options={STATES} />
      </ListFilters>
      <Answered question={keys}>
        {({ keys: all }) => {
          const sought = soughtKeys(all, { text, state }, now);
          return (
            <>
              <KeyTable keys={sought.slice(from, from + SHOWN)} isEmpty={all.length === 0} now={now} />
              <TurnPage next={from + SHOWN < sought.length ? from + SHOWN : null} />
            </>
          );
        }}
      </Answered>
      <RequestShown id="keys" asked={{}} />
    </RoomPage>
  );
}

interface KeyTableProps {
  readonly keys: readonly ApiListedKey[];
  /** Whether there is no key at all. */
  readonly isEmpty: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

function KeyTable({ keys, isEmpty, now }: KeyTableProps) {
  const { role } = usePerson();
  return (
    <DataTable
      caption="Keys"
      rows={keys}
      keyOf={({ id }) => id}
      none={isEmpty ? 'There is no key yet. A game needs one with the role write to post points.' : 'No key is like that.'}
      columns={[
        { head: 'Key', cell: ({ name }) => name },
        { head: 'May', cell: (key) => <MayTold listed={key} /> },
        { head: 'State', cell: (key) => <StateTold listed={key} now={now} /> },
        { head: 'Last used', cell: ({ lastUsedAt }) => <Use at={lastUsedAt} /> },
        { head: 'Last points', cell: ({ lastEventAt }) => <Use at={lastEventAt} /> },
        {
          head: 'Acts',
          cell: (key) => (role === 'owner' && keyState(key, now) === 'active' ? <RevokeKey listed={key} /> : '–'),
        },
      ]}
    />
  );
}

function MayTold({ listed: { role, bounds } }: { readonly listed: ApiListedKey }) {
  const { count } = useNumberFormat();
  const bounded = boundsWords(bounds, count);
  return (
    <>
      {role}
      {bounded.length === 0 ? null : <span className={styles.more}>{bounded.join(', ')}</span>}
    </>
  );
}

function StateTold({ listed, now }: { readonly listed: ApiListedKey; readonly now: number }) {
  const { created, expires, revoked, madeBy, revokedBy } = listed;
  const by = (who: string | null | undefined) => (who === null || who === undefined ? '' : ` by ${who}`);
  const state = keyState(listed, now);
  return (
    <>
      <span className={state === 'active' ? undefined : styles.over}>{state}</span>
      {revoked === null ? null : (
        <span className={styles.more}>
          revoked{by(revokedBy?.name)} <Moment at={revoked} />
        </span>
      )}
      {expires === null || revoked !== null ? null : (
        <span className={styles.more}>
          {state === 'expired' ? 'ended' : 'until'} <Moment at={expires} />
        </span>
      )}
      <span className={styles.more}>
        made{by(madeBy?.name)} <Moment at={created} />
      </span>
    </>
  );
}

function Use({ at }: { readonly at: string | null }) {
  return at === null ? 'never' : <Moment at={at} />;
}
