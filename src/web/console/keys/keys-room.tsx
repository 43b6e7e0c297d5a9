import type { ApiListedKey } from '../../../contract/api-key.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useAddress } from '../asking/use-address.ts';
import { useNow } from '../asking/use-now.ts';
import styles from '../parts/console.module.css';
import { Act, ActDialog } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import { ChoiceField, TextField } from '../parts/fields.tsx';
import { RequestShown } from '../parts/request-shown.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { DataTable, Lines } from '../parts/list.tsx';
import { TurnPage } from '../parts/turn-page.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { boundsWords, keyState, soughtKeys } from './key-list.ts';
import { MakeKey } from './make-key.tsx';

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
  const { count } = useNumberFormat();
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
      <Asked id="keys">
        {({ keys: all }) => {
          const sought = soughtKeys(all, { text, state }, now);
          return (
            <>
              <DataTable
                caption="Keys"
                rows={sought.slice(from, from + SHOWN)}
                keyOf={({ id }) => id}
                none={
                  all.length === 0 ? 'There is no key yet. A game needs one with the role write to post points.' : 'No key is like that.'
                }
                columns={[
                  { head: 'Key', cell: ({ name }) => name },
                  { head: 'May', cell: (key) => <Lines more={boundsWords(key.bounds, count).join(', ')}>{key.role}</Lines> },
                  { head: 'State', cell: (key) => <StateTold listed={key} now={now} /> },
                  { head: 'Last used', cell: ({ lastUsedAt }) => <Use at={lastUsedAt} /> },
                  { head: 'Last points', cell: ({ lastEventAt }) => <Use at={lastEventAt} /> },
                  {
                    head: 'Acts',
                    cell: (key) => (role === 'owner' && keyState(key, now) === 'active' ? <RevokeKey listed={key} /> : '–'),
                  },
                ]}
              />
              <TurnPage next={from + SHOWN < sought.length ? from + SHOWN : null} />
            </>
          );
        }}
      </Asked>
      <RequestShown id="keys" asked={{}} />
    </RoomPage>
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
        <span className={styles.small}>
          revoked{by(revokedBy?.name)} <Moment at={revoked} />
        </span>
      )}
      {expires === null || revoked !== null ? null : (
        <span className={styles.small}>
          {state === 'expired' ? 'ended' : 'until'} <Moment at={expires} />
        </span>
      )}
      <span className={styles.small}>
        made{by(madeBy?.name)} <Moment at={created} />
      </span>
    </>
  );
}

function Use({ at }: { readonly at: string | null }) {
  return at === null ? 'never' : <Moment at={at} />;
}

/** Ends a key, and says first what stops. */
function RevokeKey({ listed: { name, role, lastUsedAt, lastEventAt } }: { readonly listed: ApiListedKey }) {
  return (
    <Act
      act="revokeKey"
      opens="Revoke"
      title={`Revoke ${name}`}
      label={`Revoke ${name}`}
      asked={() => ({ key: name })}
      done={`The key ${name} is revoked.`}
    >
      <p>
        Every program that shows it is refused from its next request on.
        {role === 'write' ? ' The points that it would post are not recorded until it has another key.' : ''}
      </p>
      <p>
        {lastUsedAt === null ? (
          'Nobody has used it, as far as is known.'
        ) : (
          <>
            It was last used <Moment at={lastUsedAt} />
            {lastEventAt === null ? (
              '.'
            ) : (
              <>
                , and last posted points <Moment at={lastEventAt} />.
              </>
            )}
          </>
        )}
      </p>
    </Act>
  );
}
