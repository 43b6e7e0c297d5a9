import { useEffect, useState } from 'react';

import type { ApiListedKey } from '../../../contract/api-key.ts';
import type { AnswerTo } from '../../../contract/api.ts';
import { includesRole, type Role, ROLES } from '../../../contract/role.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { type AnyAsked, requestText } from '../asking/console-api.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useAddress } from '../asking/use-address.ts';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { BoardsField, ChoiceField, OnceShown, TextField, TickField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-body.ts';
import { Lines, ListFilters, PagedTable } from '../parts/list.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { CopyButton } from '../parts/words/copy-button.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { ROLE_WORDS, roleChoices } from '../parts/words/role-words.ts';
import { EXPIRIES, expiryOf, UNTIL } from './key-expiry.ts';
import { boundsWords, keyState, soughtKeys } from './key-list.ts';

const STATES = { '': 'All keys', active: 'Active ones', expired: 'Expired ones', revoked: 'Revoked ones' };

/** The API keys: who or what may do what, and since when nobody used it. */
export function Component() {
  const { role } = usePerson();
  const { said } = useAddress();
  const { count } = useNumberFormat();
  const now = useNow();
  return (
    <RoomPage
      title="Keys"
      lead="Programs show a key to post points, or to do what a person does here. People sign in and need none."
      actions={
        role === 'owner' ? (
          <Act
            act="addKey"
            opens="New key"
            look="primary"
            label="Make the key"
            asked={(form, { bounds: { boards = [], ...bounds } = {}, ...body }) => {
              const kept = boards.length === 0 ? bounds : { boards, ...bounds };
              const expires = expiryOf(textOf(form, 'expiry'), textOf(form, 'expires'), Date.now());
              return { body: { ...body, expires, bounds: Object.keys(kept).length === 0 ? undefined : kept } };
            }}
            done={({ name }) => `The key ${name} is made.`}
            after={(made, close) => <MadeKey made={made} onDone={close} />}
          >
            <KeyFields />
          </Act>
        ) : undefined
      }
    >
      {role === 'owner' ? null : <p>Keys are made and revoked by an owner.</p>}
      <ListFilters names={['q', 'state']}>
        <TextField name="q" label="Search" type="search" placeholder="A name or a role" />
        <ChoiceField name="state" label="Which" options={STATES} />
      </ListFilters>
      <Asked hasRequest id="keys">
        {({ keys: all }) => (
          <PagedTable
            rows={soughtKeys(all, { text: said('q'), state: said('state') }, now)}
            none={all.length === 0 ? 'There is no key yet. A game needs one with the role write to post points.' : 'No key is like that.'}
            columns={{
              Key: ({ name }) => name,
              May: (key) => <Lines more={boundsWords(key.bounds, count).join(', ')}>{key.role}</Lines>,
              State: (key) => <StateTold listed={key} now={now} />,
              'Last used': ({ lastUsedAt }) => <Moment at={lastUsedAt} />,
              'Last points': ({ lastEventAt }) => <Moment at={lastEventAt} />,
              Acts: (key) => (role === 'owner' && keyState(key, now) === 'active' ? <RevokeKey listed={key} /> : '–'),
            }}
          />
        )}
      </Asked>
    </RoomPage>
  );
}

function StateTold({ listed, now }: { readonly listed: ApiListedKey; readonly now: number }) {
  const { created, expires, revoked, madeBy, revokedBy } = listed;
  const by = (who: string | null | undefined) => (who === null || who === undefined ? '' : ` by ${who}`);
  const state = keyState(listed, now);
  return (
    <>
      <span className={state === 'active' ? undefined : 'muted'}>{state}</span>
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

/** Ends a key, and says first what stops. */
function RevokeKey({ listed: { name, role, lastUsedAt, lastEventAt } }: { readonly listed: ApiListedKey }) {
  return (
    <Act
      act="revokeKey"
      opens="Revoke"
      title={`Revoke ${name}`}
      label={`Revoke ${name}`}
      on={{ key: name }}
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

function KeyFields() {
  const [role, setRole] = useState<Role>('write');
  const [expiry, setExpiry] = useState('');
  return (
    <>
      <TextField
        name="name"
        label="Name"
        hint="What it is for, such as match-server. The audit log shows it."
        maxLength={40}
        autoCapitalize="none"
        spellCheck={false}
      />
      <ChoiceField
        name="role"
        label="Role"
        hint={`It ${ROLE_WORDS[role]}.`}
        options={roleChoices(ROLES)}
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
      />
      <ChoiceField name="expiry" label="Good" options={EXPIRIES} value={expiry} onChange={(event) => setExpiry(event.target.value)} />
      {expiry === UNTIL ? <TextField name="expires" label="The last day" type="date" required /> : null}
      {role === 'write' ? (
        <>
          <BoardsField name="bounds.boards" label="Boards that it may post to" hint="None ticked: to all of them." />
          <TextField name="bounds.maxPoints" label="Most points of one event" hint="Left empty: as many as the board takes." />
          <TickField name="bounds.noNegative" label="It takes no points away" hint="Events with negative points are refused." />
          <TickField
            name="bounds.noRename"
            label="It renames nobody"
            hint="Names and pictures of players who are known stay as they are."
          />
        </>
      ) : null}
    </>
  );
}

/** A key that is shown only once, with requests to try it. */
function MadeKey({ made: { key, name, role, bounds }, onDone }: { readonly made: AnswerTo<'addKey'>; readonly onDone: () => void }) {
  const [board] = bounds.boards ?? [];
  // An event under an id of its own: one that was sent before counts no second time.
  const [event] = useState(() => ({ id: `try-${Date.now()}`, username: 'ada', points: 1 }));
  const posting: AnyAsked = { ...(board !== undefined && { query: { board } }), body: event };
  return (
    <div className={styles.stack}>
      <OnceShown name="key" label="Key" text={key}>
        <strong>This is the key {name}. It is shown only now:</strong> copy it to where your program keeps its secrets. If it is lost,
        revoke it and make another.
      </OnceShown>
      <Try title="Try it: this changes nothing" request={requestText('boards', {}, location.origin)} apiKey={key} />
      {includesRole(role, 'write') ? (
        <Try title="Post points: this counts" request={requestText('submitPoints', posting, location.origin)} apiKey={key} />
      ) : null}
      <div>
        <button type="button" className={control.primary} onClick={onDone}>
          I have copied it
        </button>
      </div>
    </div>
  );
}

function Try({ title, request, apiKey }: { readonly title: string; readonly request: string; readonly apiKey: string }) {
  const text = request.replace('YOUR-KEY', apiKey);
  return (
    <section aria-label={title} className={styles.stack}>
      <h3>{title}</h3>
      <pre className={styles.code}>{text}</pre>
      <div>
        <CopyButton text={text} label="Copy the request" />
      </div>
    </section>
  );
}

/** The moment (epoch milliseconds), to the minute: for what ends by itself while it is looked at. */
function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
