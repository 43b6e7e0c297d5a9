import { useState } from 'react';

import type { ENDPOINTS } from '../../../contract/api.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { includesRole, type Role, ROLES } from '../../../contract/role.ts';
import control from '../../ui/control.module.css';
import { type AnyAsked, requestText } from '../asking/console-api.ts';
import styles from '../parts/console.module.css';
import { ActForm } from '../parts/act-form.tsx';
import { BoardsField, ChoiceField, filled, numberOf, TextField, textOf, TickField, ticksOf } from '../parts/fields.tsx';
import { OnceShown } from '../parts/once-shown.tsx';
import { CopyButton } from '../parts/words/copy-button.tsx';
import { ROLE_WORDS, roleChoices } from '../parts/words/role-words.ts';
import { expiryOf, EXPIRIES, UNTIL } from './key-expiry.ts';

type Made = Answer<typeof ENDPOINTS.addKey>;

/** Makes a key, which is shown once. */
export function MakeKey({ onDone }: { readonly onDone: () => void }) {
  const [made, setMade] = useState<Made>();
  const [role, setRole] = useState<Role>('write');
  const [expiry, setExpiry] = useState('');
  if (made !== undefined) return <MadeKey made={made} onDone={onDone} />;
  return (
    <ActForm
      act="addKey"
      label="Make the key"
      asked={(form) => {
        const bounds = filled({
          boards: ticksOf(form, 'bounds.boards').length > 0 ? ticksOf(form, 'bounds.boards') : undefined,
          maxPoints: numberOf(form, 'bounds.maxPoints'),
          noNegative: form.has('bounds.noNegative') ? (true as const) : undefined,
          noRename: form.has('bounds.noRename') ? (true as const) : undefined,
        });
        return {
          body: {
            name: textOf(form, 'name'),
            role: textOf(form, 'role') as Role,
            ...filled({ expires: expiryOf(textOf(form, 'expiry'), textOf(form, 'expires'), Date.now()) }),
            ...(Object.keys(bounds).length > 0 && { bounds }),
          },
        };
      }}
      done={({ name }) => `The key ${name} is made.`}
      onDone={setMade}
    >
      <TextField
        name="name"
        label="Name"
        hint="What it is for, such as match-server. The audit log shows it."
        required
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
          <BoardsField name="bounds.boards" label="Boards that it may post to" hint="None ticked: to all of them." chosen={[]} />
          <TextField
            name="bounds.maxPoints"
            label="Most points of one event"
            hint="Left empty: as many as the board takes."
            type="number"
            min={1}
          />
          <TickField name="bounds.noNegative" label="It takes no points away" hint="Events with negative points are refused." />
          <TickField
            name="bounds.noRename"
            label="It renames nobody"
            hint="Names and pictures of players who are known stay as they are."
          />
        </>
      ) : null}
    </ActForm>
  );
}

/** A key that is shown only once, with requests to try it. */
function MadeKey({ made: { key, name, role, bounds }, onDone }: { readonly made: Made; readonly onDone: () => void }) {
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
      <Try title="Try it: this changes nothing" text={withKey(requestText('boards', {}, location.origin), key)} />
      {includesRole(role, 'write') ? (
        <Try title="Post points: this counts" text={withKey(requestText('submitPoints', posting, location.origin), key)} />
      ) : null}
      <div>
        <button type="button" className={control.primary} onClick={onDone}>
          I have copied it
        </button>
      </div>
    </div>
  );
}

function withKey(text: string, key: string): string {
  return text.replace('YOUR-KEY', key);
}

function Try({ title, text }: { readonly title: string; readonly text: string }) {
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
