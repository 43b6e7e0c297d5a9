import type { AnswerTo } from '../../contract/api.ts';
import { OPERATOR_ENDPOINTS } from '../../contract/operation/operators.ts';
import { checked, type Command, commandsOf, FLAG, parsed, TEXT, UsageError } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { isOfThisMachine } from '../../contract/parts/link-rules.ts';
import { momentWords } from '../../contract/parts/time-words.ts';

export const operators: Command = commandsOf({
  list: asking('operators', {
    says: ({ operators }) =>
      operators.length > 0
        ? operators.map(lineOf)
        : 'No operators yet. Run "laurels operators invite --role owner" to get an invitation link.',
  }),
  async invite(args, { data, stderr }) {
    const { role, name, for: whom, hours } = parsed(args, [], { role: TEXT, name: TEXT, for: TEXT, hours: TEXT }).values;
    if (role === undefined && whom === undefined)
      throw new UsageError('Specify --role viewer|moderator|operator|owner for a new operator, or --for NAME for an existing one.');
    const { ask } = await data('make');
    const known = whom === undefined ? undefined : operatorCalled((await ask('operators')).operators, whom);
    const asked = { role: known?.role ?? role, name, operator: known?.id, hours: hours === undefined ? undefined : Number(hours) };
    const said = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
    const invited = await ask('inviteOperator', { body: checked(OPERATOR_ENDPOINTS.inviteOperator.body, said) });
    const what = known === undefined ? `joins with role ${invited.role}` : `adds a passkey for ${known.name}`;
    stderr.write(`Code, to enter at ${invited.link.split('#', 1)[0]}: ${invited.code}\n`);
    stderr.write(
      `Invitation link: ${what}. Works once, until ${momentWords(invited.expiresAt)}${isOfThisMachine(invited.link) ? ', on this machine only' : ''}:\n`,
    );
    return invited.link;
  },
  async remove(args, { data }) {
    const { values, named } = parsed(args, ['NAME'], { 'revoke-keys': FLAG });
    const { ask, how } = await data();
    const { id } = operatorCalled((await ask('operators')).operators, named[0]);
    const query = { keys: values['revoke-keys'] === true ? 'revoke' : 'keep' } as const;
    const { keys } = await ask('removeOperator', { operator: id, query });
    const kept = ['API keys they created keep working. To revoke them:', ...keys.map((key) => `  laurels keys revoke ${key}`)];
    return [`${named[0]} removed and signed out everywhere, ${how}.`, ...(keys.length > 0 ? kept : [])];
  },
});

/** @throws {Error} if no active operator has this name, or several do. */
function operatorCalled(all: readonly AnswerTo<'changeOperator'>[], name: string): AnswerTo<'changeOperator'> {
  const [found, another] = all.filter((one) => one.state === 'active' && (one.name === name || one.id === name));
  if (found === undefined) throw new Error(`There is no operator ${JSON.stringify(name)}. See "laurels operators list".`);
  if (another !== undefined)
    throw new Error(
      `Several operators are named ${JSON.stringify(name)}. Use the id, the first word of a line of "laurels operators list".`,
    );
  return found;
}

function lineOf({ id, name, role, state, passkeys, oidc, joinedAt, lastSeenAt }: AnswerTo<'changeOperator'>): string {
  const ways = [`${passkeys.length} ${passkeys.length === 1 ? 'passkey' : 'passkeys'}`, ...(oidc ? ['single sign-on'] : [])];
  const about =
    state === 'removed' ? 'removed' : `${ways.join(' and ')}, joined ${momentWords(joinedAt)}, last seen ${momentWords(lastSeenAt)}`;
  return `${id}  ${role.padEnd(9)}  ${JSON.stringify(name)}: ${about}`;
}
