import { type ApiOperator, PERSON_ROLES } from '../../../contract/operation/operator-answers.ts';
import { usePerson } from '../asking/signed-in.ts';
import { ActDialog } from '../parts/form/act-dialog.tsx';
import { ActForm } from '../parts/form/act-form.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { ChoiceField, TextField, textOf, TickField } from '../parts/form/fields.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RowActs } from '../parts/list/row-acts.tsx';
import { ROLE_WORDS } from '../parts/words/role-words.ts';

const ROLES = PERSON_ROLES.map((role) => ({ value: role, text: `${role}: ${ROLE_WORDS[role]}` }));

export function OperatorList({ operators }: { readonly operators: readonly ApiOperator[] }) {
  const { id: own, role } = usePerson();
  return (
    <DataTable
      caption="Operators"
      rows={operators}
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
      <ActDialog label="Change" title={`Change ${name}`} look="words">
        {(close) => (
          <ActForm
            act="changeOperator"
            label="Save"
            // Only what is changed here: the rest may have been changed by somebody else meanwhile.
            asked={(form) => {
              const [newName, newRole] = [textOf(form, 'name'), textOf(form, 'role') as typeof role];
              return { operator: id, body: { ...(newName !== name && { name: newName }), ...(newRole !== role && { role: newRole }) } };
            }}
            done={`${name} is changed.`}
            onDone={close}
          >
            <TextField name="name" label="Name" defaultValue={name} required maxLength={60} />
            <ChoiceField name="role" label="Role" defaultValue={role} options={ROLES} />
          </ActForm>
        )}
      </ActDialog>
      <ActDialog label="Remove" title={`Remove ${name}`} look="words">
        {(close) => (
          <ActForm
            act="removeOperator"
            label={`Remove ${name}`}
            asked={(form) => ({ operator: id, query: { keys: form.get('revoke') === 'on' ? 'revoke' : 'keep' } })}
            done={`${name} is removed.`}
            onDone={close}
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
          </ActForm>
        )}
      </ActDialog>
    </RowActs>
  );
}
