import { useState } from 'react';

import type { ApiListedKey, WriteBounds } from '../../../contract/api-key.ts';
import type { AnswerTo } from '../../../contract/api.ts';
import { includesRole, type Role, ROLES } from '../../../contract/role.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { type AnyAsked, requestText } from '../asking/console-api.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useAddress } from '../asking/use-address.ts';
import { ListFilters } from '../list/filters.tsx';
import { PagedTable } from '../list/list.tsx';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { TextField } from '../parts/field.tsx';
import { BoardsField, ChoiceField, Fields, OnceShown } from '../parts/fields.tsx';
import { textOf } from '../parts/form-body.ts';
import { Lines } from '../parts/table.tsx';
import { REQUEST } from '../parts/parts-words.ts';
import { Facts, RoomPage } from '../parts/room-page.tsx';
import { CopyButton } from '../parts/words/copy-button.tsx';
import { Moment, useMinute } from '../parts/words/moment.tsx';
import { roleChoices } from '../parts/words/role-words.ts';
import { expiryOf } from './key-expiry.ts';
import { boundsWords, keyState, soughtKeys } from './key-list.ts';
import { KEYS, UNTIL } from './keys-words.ts';

/** The API keys: create and revoke them, and see when each was last used. */
export function Component() {
  const { role } = usePerson();
  const { said } = useAddress();
  const { count } = useNumberFormat();
  const now = useMinute();
  return (
    <RoomPage
      {...KEYS.page}
      actions={
        role === 'owner' ? (
          <Act
            act="addKey"
            {...KEYS.create}
            look="primary"
            asked={(form, { bounds, ...body }) => {
              const origins = textOf(form, 'bounds.origins')
                .split(/[\s,]+/)
                .filter((each) => each !== '');
              const kept: WriteBounds = Object.fromEntries(
                Object.entries({ ...bounds, origins }).filter(([, bound]) => !Array.isArray(bound) || bound.length > 0),
              );
              const expires = expiryOf(textOf(form, 'expiry'), textOf(form, 'expires'), Date.now());
              return { body: { ...body, expires, bounds: Object.keys(kept).length === 0 ? undefined : kept } };
            }}
            done={({ name }) => KEYS.created(name)}
            after={(made, close) => <MadeKey made={made} onDone={close} />}
          >
            <KeyFields />
          </Act>
        ) : undefined
      }
    >
      {role === 'owner' ? null : <p>{KEYS.ownersOnly}</p>}
      <ListFilters of={KEYS.filters} />
      <Asked hasRequest id="keys">
        {({ keys: all }) => (
          <PagedTable
            rows={soughtKeys(all, { text: said('q'), state: said('state') }, now)}
            heads={KEYS.heads}
            none={all.length === 0 ? KEYS.none : KEYS.noMatch}
            columns={{
              key: { name: ({ name }) => name, by: ({ name }) => name },
              role: { text: (key) => <Lines more={boundsWords(key.bounds, count).join(', ')}>{key.role}</Lines>, by: ({ role: of }) => of },
              status: { text: (key) => <StateTold listed={key} now={now} />, by: (key) => keyState(key, now) },
              used: { line: ({ lastUsedAt }) => <Moment at={lastUsedAt} />, by: ({ lastUsedAt }) => lastUsedAt },
              posted: { line: ({ lastEventAt }) => <Moment at={lastEventAt} />, by: ({ lastEventAt }) => lastEventAt },
              actions: (key) =>
                role === 'owner' && keyState(key, now) === 'active' ? (
                  <Act
                    act="revokeKey"
                    {...KEYS.revoke(key.name)}
                    look="dangerWords"
                    on={{ key: key.name }}
                    told={KEYS.revokeTold(key.role)}
                  >
                    <Facts
                      facts={{ [KEYS.heads.used]: <Moment at={key.lastUsedAt} />, [KEYS.heads.posted]: <Moment at={key.lastEventAt} /> }}
                    />
                  </Act>
                ) : (
                  '–'
                ),
            }}
            opens={{
              title: (_, key) => key?.name ?? '',
              of: (_, key) =>
                key === undefined ? null : (
                  <Facts
                    facts={{
                      [KEYS.heads.role]: <Lines more={boundsWords(key.bounds, count).join(', ')}>{key.role}</Lines>,
                      [KEYS.heads.status]: <StateTold listed={key} now={now} />,
                      [KEYS.heads.used]: <Moment at={key.lastUsedAt} />,
                      [KEYS.heads.posted]: <Moment at={key.lastEventAt} />,
                    }}
                  />
                ),
            }}
          />
        )}
      </Asked>
    </RoomPage>
  );
}

function StateTold({ listed, now }: { readonly listed: ApiListedKey; readonly now: number }) {
  const { created, expires, revoked, madeBy, revokedBy } = listed;
  const state = keyState(listed, now);
  const { since } = KEYS;
  const told = [
    revoked === null ? ([since[state], null, expires] as const) : ([since.revoked, revokedBy, revoked] as const),
    [since.created, madeBy, created] as const,
  ];
  return (
    <Lines
      more={told.map(([words, by, at]) =>
        at === null ? null : (
          <span key={words} className={styles.since}>
            {words}
            {KEYS.by(by?.name)} <Moment at={at} />
          </span>
        ),
      )}
    >
      <span className={state === 'active' ? undefined : 'muted'}>{KEYS.status[state]}</span>
    </Lines>
  );
}

function KeyFields() {
  const [role, setRole] = useState<Role>('write');
  const [expiry, setExpiry] = useState('');
  const { fields, expiries } = KEYS;
  return (
    <>
      <TextField name="name" {...fields.name} maxLength={40} autoCapitalize="none" spellCheck={false} />
      <ChoiceField name="role" {...fields.role} options={roleChoices(ROLES)} chosen={role} onChoose={setRole} />
      {role === 'play' ? <p>{KEYS.playTold}</p> : null}
      <ChoiceField name="expiry" {...fields.expiry} options={expiries} chosen={expiry} onChoose={setExpiry} />
      {expiry === UNTIL ? <TextField name="expires" {...fields.expires} type="date" required /> : null}
      {role === 'write' ? (
        <>
          <BoardsField name="bounds.boards" {...fields.boards} />
          <Fields of={KEYS.boundFields} />
        </>
      ) : null}
      {role === 'play' ? (
        <>
          <BoardsField name="bounds.boards" {...fields.playBoards} />
          <Fields of={KEYS.playFields} />
        </>
      ) : null}
    </>
  );
}

function MadeKey({ made: { key, name, role, bounds }, onDone }: { readonly made: AnswerTo<'addKey'>; readonly onDone: () => void }) {
  const [board] = bounds.boards ?? [];
  // A new event id: an event with a known one would not count.
  const [event] = useState(() => ({ id: `try-${Date.now()}`, username: 'ada', points: 1 }));
  const posting: AnyAsked = { ...(board !== undefined && { query: { board } }), body: event };
  return (
    <div className={styles.stack}>
      <OnceShown
        name="key"
        label={KEYS.secret.label}
        text={key}
        hint={role === 'play' ? KEYS.secret.isPublic(name) : KEYS.secret.told(name)}
      />
      <Try title={KEYS.tryReading} request={requestText('boards', {}, location.origin)} apiKey={key} />
      {includesRole(role, 'write') ? (
        <Try title={KEYS.tryPosting} request={requestText('submitPoints', posting, location.origin)} apiKey={key} />
      ) : null}
      {role === 'play' ? (
        <Try title={KEYS.tryGuest} request={requestText('createGuest', { body: {} }, location.origin)} apiKey={key} />
      ) : null}
      <button type="button" className={control.primary} onClick={onDone}>
        {KEYS.copied}
      </button>
    </div>
  );
}

function Try({ title, request, apiKey }: { readonly title: string; readonly request: string; readonly apiKey: string }) {
  const text = request.replace('YOUR-KEY', apiKey);
  return (
    <section aria-label={title} className={styles.stack}>
      <h3>{title}</h3>
      <pre className={styles.code}>{text}</pre>
      <CopyButton text={text} label={REQUEST.copy} />
    </section>
  );
}
