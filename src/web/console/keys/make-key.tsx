import { useState } from 'react';

import type { ENDPOINTS } from '../../../contract/api.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { type Role, ROLES } from '../../../contract/role.ts';
import { ActForm } from '../parts/form/act-form.tsx';
import { BoardsField } from '../parts/form/board-field.tsx';
import { ChoiceField, numberOf, TextField, textOf, TickField, ticksOf } from '../parts/form/fields.tsx';
import { ROLE_WORDS } from '../parts/words/role-words.ts';
import { expiryOf, EXPIRIES, UNTIL } from './key-expiry.ts';
import styles from './keys.module.css';
import { MadeKey } from './made-key.tsx';

const CHOICES = ROLES.map((role) => ({ value: role as string, text: `${role}: ${ROLE_WORDS[role]}` }));

/** Makes a key, which is shown once. */
export function MakeKey({ onDone }: { readonly onDone: () => void }) {
  const [made, setMade] = useState<Answer<typeof ENDPOINTS.addKey>>();
  const [role, setRole] = useState<Role>('write');
  const [expiry, setExpiry] = useState('');
  if (made !== undefined) return <MadeKey made={made} onDone={onDone} />;
  return (
    <ActForm
      act="addKey"
      label="Make the key"
      asked={(form) => {
        const expires = expiryOf(textOf(form, 'expiry'), textOf(form, 'expires'), Date.now());
        const [boards, maxPoints] = [ticksOf(form, 'bounds.boards'), numberOf(form, 'bounds.maxPoints')];
        const bounds = {
          ...(boards.length > 0 && { boards }),
          ...(maxPoints !== undefined && { maxPoints }),
          ...(form.has('bounds.noNegative') && { noNegative: true as const }),
          ...(form.has('bounds.noRename') && { noRename: true as const }),
        };
        return {
          body: {
            name: textOf(form, 'name'),
            role: textOf(form, 'role') as Role,
            ...(expires !== undefined && { expires }),
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
        options={CHOICES}
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
      />
      <ChoiceField name="expiry" label="Good" options={EXPIRIES} value={expiry} onChange={(event) => setExpiry(event.target.value)} />
      {expiry === UNTIL ? <TextField name="expires" label="The last day" type="date" required /> : null}
      {role === 'write' ? (
        <div className={styles.made}>
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
        </div>
      ) : null}
    </ActForm>
  );
}
