import { mkdirSync } from 'node:fs';

import { type Scope, SCOPES } from '../contract/endpoint.ts';
import { ApiKeys } from '../server/operation/api-keys.ts';
import { type Operation, parsed, UsageError } from './command.ts';

/** `keys list`, `keys add` and `keys revoke`: in the folder itself, where a server that runs looks for them. */
export async function keys([action, ...args]: readonly string[], { folder, clock, say, stderr }: Operation): Promise<boolean> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const all = new ApiKeys(folder);
  if (action === 'list') {
    parsed(args, []);
    for (const { name, scope, created, revoked } of all.list()) {
      say(`${name.padEnd(24)} ${scope.padEnd(6)} made ${created}${revoked === null ? '' : `, revoked ${revoked}`}`);
    }
  } else if (action === 'add') {
    const { values, named } = parsed(args, ['NAME'], { scope: { type: 'string' } });
    const { scope = 'write' } = values;
    if (!SCOPES.includes(scope as Scope)) throw new UsageError(`Unknown scope "${scope}". The scopes are ${SCOPES.join(', ')}.`);
    const key = all.add(named[0], scope as Scope, clock());
    stderr.write(`Key "${named[0]}" with scope ${scope}. It is shown only this once:\n`);
    say(key);
  } else if (action === 'revoke') {
    const [name] = parsed(args, ['NAME']).named;
    all.revoke(name, clock());
    say(`Key "${name}" is revoked.`);
  } else throw new UsageError('Use "keys list", "keys add NAME" or "keys revoke NAME".');
  return true;
}
