import { type ApiOperator, PERSON_ROLES } from '../../../contract/operation/operator-answers.ts';
import { usePerson } from '../asking/signed-in.ts';
import { Act } from '../parts/act.tsx';
import { ChoiceField, TextField, textOf, TickField } from '../parts/fields.tsx';
import { List, RowActs } from '../parts/list.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { roleChoices } from '../parts/words/role-words.ts';

export function OperatorList() {
  const { id: own, role } = usePerson();
  return (
    <List
      id="operators"
      caption="Operators"
      rows={({ operators }) => operators}
      keyOf={({ id }) => id}
      none="Nobody has joined yet."
      columns={[
        { head: 'Name', cell: ({ id, name }) => (id === own ? `${name} (you)` : name) },
        { head: 'Role', cell: (each) => (each.state === 'removed' ? 'removed' : each.role) },
        { head: 'Signs in with', cell: waysOf },
        { head: 'Last seen', cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
        {
          head: 'Acts',
          cell: (each) => (role === 'owner' && each.state === 'active' ? <OperatorActs operator={each} /> : '–'),
        },
      ]}
    />
  );
}

function waysOf({ passkeys, oidc }: ApiOperator): string {
  const keys = passkeys.length === 0 ? [] : [passkeys.length === 1 ? 'a passkey' : `${passkeys.length} passkeys`];
  return [...keys, ...(oidc ? ['the organisation’s sign-in'] : [])].join(', ') || 'nothing any more';
}

function OperatorActs({ operator: { id, name, role, keys } }: { readonly operator: ApiOperator }) {
  return (
    <RowActs of={name}>
      <Act
        act="changeOperator"
        opens="Change"
        title={`Change ${name}`}
        label="Save"
        // Only what is changed here: the rest may have been changed by somebody else meanwhile.
        asked={(form) => {
          const [newName, newRole] = [textOf(form, 'name'), textOf(form, 'role') as typeof role];
          return { operator: id, body: { ...(newName !== name && { name: newName }), ...(newRole !== role && { role: newRole }) } };
        }}
        done={`${name} is changed.`}
      >
        <TextField name="name" label="Name" defaultValue={name} required maxLength={60} />
        <ChoiceField name="role" label="Role" defaultValue={role} options={roleChoices(PERSON_ROLES)} />
      </Act>
      <Act
        act="removeOperator"
        opens="Remove"
        title={`Remove ${name}`}
        label={`Remove ${name}`}
        asked={(form) => ({ operator: id, query: { keys: form.get('revoke') === 'on' ? 'revoke' : 'keep' } })}
        done={`${name} is removed.`}
      >
        <p>All their sessions end at once, and their passkeys and invitations stop working. What they did stays in the audit log.</p>
        {keys.length === 0 ? null : (
          <TickField
            name="revoke"
            label={keys.length === 1 ? 'Revoke the API key they created' : `Revoke the ${keys.length} API keys they created`}
            hint={`${keys.join(', ')}. ${keys.length === 1 ? 'It keeps' : 'They keep'} working otherwise. A game that uses one needs another key first.`}
            defaultChecked
          />
        )}
      </Act>
    </RowActs>
  );
}
