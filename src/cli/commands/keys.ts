import { existsSync, mkdirSync } from 'node:fs';

import { boundsRule, type WriteBounds } from '../../contract/api-key.ts';
import { ROLES } from '../../contract/role.ts';
import { openKeys, type OpenKeys } from '../../server/data/open-data.ts';
import type { ApiKey } from '../../server/operation/keys/api-keys.ts';
import { boundsText, refuseUnknownBoards } from '../../server/operation/keys/write-bounds.ts';
import { type Command, commandsOf, FLAG, oneOf, type Operation, parsed, TEXT, TEXTS, UsageError } from '../asking/command.ts';
import { expiryOf } from '../asking/expiry.ts';
import { everyBoard } from '../asking/live-data.ts';
import type { IfNone } from '../asking/own-api.ts';
import { momentWords } from '../../contract/parts/time-words.ts';

/** Works on the folder or database itself; running servers notice. */
export const keys: Command = commandsOf('Use "keys list", "keys add NAME" or "keys revoke NAME".', {
  async list(args, operation) {
    parsed(args, []);
    return withKeys(operation, 'refuse', async ({ keys, uses }) => {
      const used = await uses.read();
      return keys.list().map((key) => described(key, used.get(key.id), operation.clock()));
    });
  },
  async add(args, operation) {
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
    const now = operation.clock();
    const expires = values.expires === undefined ? undefined : expiryOf(values.expires, now);
    const key = await withKeys(operation, 'make', async ({ keys }) => {
      const boards = board.length === 0 ? [] : await everyBoard(await operation.data('make'));
      refuseUnknownBoards(
        bounds,
        boards.map((each) => each.name),
      );
      return keys.add(name, role, now, { expires, bounds });
    });
    const until = expires === undefined ? [] : [`until ${momentWords(expires)}`];
    operation.stderr.write(
      `Key "${name}" created with role ${[role, ...boundsText(bounds), ...until].join(', ')}. It is shown only once:\n`,
    );
    return key;
  },
  async revoke(args, operation) {
    const [name] = parsed(args, ['NAME']).named;
    await withKeys(operation, 'refuse', ({ keys }) => keys.revoke(name, operation.clock()));
    return `Key "${name}" revoked.`;
  },
});

async function withKeys<T>({ place, stderr }: Operation, ifNone: IfNone, work: (opened: OpenKeys) => Promise<T>): Promise<T> {
  if (place.kind === 'folder') {
    const { folder } = place;
    if (ifNone === 'refuse' && !existsSync(folder))
      throw new Error(`There is no folder ${folder}. If the data is in another folder, set LAURELS_DATA.`);
    if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) stderr.write(`Created folder ${folder}.\n`);
  }
  const opened = await openKeys(place, ifNone);
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

function maxPointsOf(text: string): number {
  const number = /^\d{1,16}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && Number.isSafeInteger(number)) return number;
  throw new UsageError(`--max-points must be a whole number from 1 to 2^53 - 1, not ${JSON.stringify(text)}.`);
}

function described({ name, role, created, revoked, expires, bounds }: ApiKey, lastUse: number | undefined, now: number): string {
  const dates = [
    `created ${momentWords(created)}`,
    lastUse === undefined ? 'never used' : `last used ${momentWords(lastUse)}`,
    ...(expires === null ? [] : [`${Date.parse(expires) <= now ? 'expired' : 'expires'} ${momentWords(expires)}`]),
    ...(revoked === null ? [] : [`revoked ${momentWords(revoked)}`]),
  ];
  const may = boundsText(bounds);
  return `${name.padEnd(24)} ${role.padEnd(9)} ${dates.join(', ')}${may.length === 0 ? '' : `: ${may.join(', ')}`}`;
}
