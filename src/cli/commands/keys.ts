import { existsSync } from 'node:fs';

import { type ApiListedKey, boundsRule, type WriteBounds } from '../../contract/api-key.ts';
import { ROLES } from '../../contract/role.ts';
import { type Command, commandsOf, FLAG, oneOf, parsed, TEXT, TEXTS, UsageError } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { expiryOf } from '../asking/expiry.ts';

export const keys: Command = commandsOf('Use "keys list", "keys add NAME" or "keys revoke NAME".', {
  async list(args, { data, clock }) {
    parsed(args, []);
    const { ask } = await data();
    return (await ask('keys')).keys.map((key) => lineOf(key, clock()));
  },
  async add(args, { data, place, clock, stderr }) {
    const options = { role: TEXT, board: TEXTS, 'max-points': TEXT, 'no-negative': FLAG, 'no-rename': FLAG, expires: TEXT } as const;
    const { values, named } = parsed(args, ['NAME'], options);
    const [name] = named;
    const { role: asked = 'write', board = [], 'max-points': maxPoints, 'no-negative': noNegative, 'no-rename': noRename } = values;
    const role = oneOf(ROLES, asked, '--role');
    const bounds: WriteBounds = {
      ...(board.length > 0 && { boards: [...new Set(board)] }),
      ...(maxPoints !== undefined && { maxPoints: maxPointsOf(maxPoints) }),
      ...(noNegative === true && { noNegative }),
      ...(noRename === true && { noRename }),
    };
    const rule = boundsRule(bounds, role);
    if (rule !== undefined) throw new UsageError(`--board, --max-points, --no-negative and --no-rename ${rule}.`);
    const expires = values.expires === undefined ? undefined : new Date(expiryOf(values.expires, clock())).toISOString();
    if (place.kind === 'folder' && !existsSync(place.folder)) stderr.write(`There was no folder ${place.folder}. It is made.\n`);
    const { ask } = await data('make');
    const { key } = await ask('addKey', { body: { name, role, bounds, ...(expires !== undefined && { expires }) } });
    const until = expires === undefined ? [] : [`until ${expires}`];
    stderr.write(`Key "${name}" with role ${[role, ...boundsText(bounds), ...until].join(', ')}. It is shown only this once:\n`);
    return key;
  },
  revoke: asking('revokeKey', { args: ['NAME'], says: ({ name }) => `Key "${name}" is revoked.` }),
});

/** @throws {UsageError} if it is not a number that points can have. */
function maxPointsOf(text: string): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && Number.isSafeInteger(number)) return number;
  throw new UsageError(`--max-points must be a whole number from 1 to 2^53 - 1; it is ${JSON.stringify(text)}.`);
}

function lineOf({ name, role, created, revoked, expires, bounds, lastUsedAt }: ApiListedKey, now: number): string {
  const dates = [
    `made ${created}`,
    lastUsedAt === null ? 'never used' : `last used ${lastUsedAt}`,
    ...(expires === null ? [] : [`${Date.parse(expires) <= now ? 'expired' : 'expires'} ${expires}`]),
    ...(revoked === null ? [] : [`revoked ${revoked}`]),
  ];
  const may = boundsText(bounds);
  return `${name.padEnd(24)} ${role.padEnd(9)} ${dates.join(', ')}${may.length === 0 ? '' : `: ${may.join(', ')}`}`;
}

/** What a key may do, one text each. */
function boundsText({ boards = [], maxPoints, noNegative, noRename }: WriteBounds): readonly string[] {
  return [
    ...(boards.length === 0 ? [] : [`only ${boards.join(', ')}`]),
    ...(maxPoints === undefined ? [] : [`at most ${maxPoints} points`]),
    ...(noNegative === true ? ['no negative points'] : []),
    ...(noRename === true ? ['no new names'] : []),
  ];
}
