import type { ApiOperator } from '../../contract/operation/operator-answers.ts';
import { OPERATOR_ENDPOINTS } from '../../contract/operation/operator-endpoints.ts';
import { checked, type Operation, parsed, UsageError, withData } from '../asking/command.ts';

const TEXT = { type: 'string' } as const;

/** `operators list`, `operators invite` and `operators remove`. */
export async function operators([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  const { say } = operation;
  if (action === 'list') {
    parsed(args, []);
    return withData(operation, async (data) => {
      const { operators: all } = await data.ask('operators');
      for (const operator of all) say(lineOf(operator));
      if (all.length === 0) say('Nobody has joined. "laurels operators invite --role owner" prints a link for the first one.');
      return true;
    });
  }
  if (action === 'invite') return invite(args, operation);
  if (action !== 'remove') throw new UsageError('Use "operators list", "operators invite" or "operators remove NAME".');
  const {
    named: [name],
    values,
  } = parsed(args, ['NAME'], { 'revoke-keys': { type: 'boolean' } });
  return withData(operation, async (data) => {
    const { id } = operatorCalled((await data.ask('operators')).operators, name);
    const { keys } = await data.ask('removeOperator', {
      operator: id,
      query: { keys: values['revoke-keys'] === true ? 'revoke' : 'keep' },
    });
    say(`${name} is removed and signed out everywhere, ${data.how}.`);
    if (keys.length > 0) {
      say('These API keys, which they created, keep working:');
      for (const key of keys) say(`  laurels keys revoke ${key}`);
    }
    return true;
  });
}

async function invite(args: readonly string[], operation: Operation): Promise<boolean> {
  const { values } = parsed(args, [], { role: TEXT, name: TEXT, for: TEXT, hours: TEXT });
  if (values.role === undefined && values.for === undefined)
    throw new UsageError('Say who it is for: --role viewer|moderator|operator|owner, or --for PERSON who has joined.');
  return withData(
    operation,
    async (data) => {
      const known = values.for === undefined ? undefined : operatorCalled((await data.ask('operators')).operators, values.for);
      const asked = {
        role: known?.role ?? values.role,
        name: values.name,
        operator: known?.id,
        hours: values.hours === undefined ? undefined : Number(values.hours),
      };
      const said = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
      const { link, expiresAt, role } = await data.ask('inviteOperator', {
        body: checked(OPERATOR_ENDPOINTS.inviteOperator.body.safeParse(said)),
      });
      const what = known === undefined ? `joins with role ${role}` : `adds a passkey for ${known.name}`;
      operation.stderr.write(`Whoever opens this link ${what}. It works once, until ${expiresAt}:\n`);
      operation.say(link);
      return true;
    },
    'make',
  );
}

/** @throws {Error} if nobody who may sign in is called so, or several are. */
function operatorCalled(all: readonly ApiOperator[], name: string): ApiOperator {
  const [found, another] = all.filter((one) => one.state === 'active' && (one.name === name || one.id === name));
  if (found === undefined) throw new Error(`There is no operator ${JSON.stringify(name)}. "laurels operators list" shows them.`);
  if (another !== undefined)
    throw new Error(
      `Several operators are called ${JSON.stringify(name)}. Say which by the first word of a line of "laurels operators list".`,
    );
  return found;
}

function lineOf({ id, name, role, state, passkeys, oidc, joinedAt, lastSeenAt }: ApiOperator): string {
  const ways = [`${passkeys.length} ${passkeys.length === 1 ? 'passkey' : 'passkeys'}`, ...(oidc ? ['sign-in of the organisation'] : [])];
  const about = state === 'removed' ? 'removed' : `${ways.join(' and ')}, joined ${joinedAt}, last seen ${lastSeenAt}`;
  return `${id}  ${role.padEnd(9)}  ${JSON.stringify(name)}: ${about}`;
}
