import { ENDPOINTS } from '../../contract/api.ts';
import type { ApiListedKey } from '../../contract/api-key.ts';
import { whenSchema } from '../../contract/endpoint.ts';
import { timeText } from '../../contract/moment-text.ts';
import { momentWords } from '../../contract/parts/time-words.ts';
import { DAY_MS, HOUR_MS } from '../../domain/durations.ts';
import { boundsText } from '../../server/operation/keys/write-bounds.ts';
import { checked, type Command, commandsOf, FLAG, parsed, TEXT, TEXTS, UsageError } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';

export const keys: Command = commandsOf({
  async list(args, { data, clock }) {
    parsed(args, []);
    return (await (await data()).ask('keys')).keys.map((key) => described(key, clock()));
  },
  async add(args, { data, clock, stderr }) {
    const options = {
      role: TEXT,
      board: TEXTS,
      origin: TEXTS,
      'max-points': TEXT,
      'no-negative': FLAG,
      'no-rename': FLAG,
      expires: TEXT,
    } as const;
    const { values, named } = parsed(args, ['NAME'], options);
    const { role = 'write', board, origin, 'max-points': maxPoints, 'no-negative': noNegative, 'no-rename': noRename, expires } = values;
    const bounds = {
      ...(board !== undefined && { boards: [...new Set(board)] }),
      ...(origin !== undefined && { origins: [...new Set(origin)] }),
      ...(maxPoints !== undefined && { maxPoints: Number(maxPoints) }),
      ...(noNegative === true && { noNegative }),
      ...(noRename === true && { noRename }),
    };
    const until = expires === undefined ? {} : { expires: timeText(expiryOf(expires, clock())) };
    const body = checked(ENDPOINTS.addKey.body, { name: named[0], role, bounds, ...until });
    const made = await (await data('make')).ask('addKey', { body });
    const terms = [role, ...boundsText(made.bounds), ...(made.expires === null ? [] : [`until ${momentWords(made.expires)}`])];
    stderr.write(`Key "${made.name}" created with role ${terms.join(', ')}. It is shown only once:\n`);
    return made.key;
  },
  revoke: asking('revokeKey', { args: ['NAME'], says: ({ name }) => `Key "${name}" revoked.` }),
});

const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/**
 * Parses `--expires` to epoch milliseconds: the start of a UTC day, a moment with its offset, or a duration from `now`.
 * @throws {UsageError} if it is invalid or in the past.
 */
function expiryOf(text: string, now: number): number {
  const [, count, unit = ''] = /^(\d{1,4})([hdw])$/.exec(text) ?? [];
  const when = whenSchema.safeParse(text).data ?? { kind: 'now' };
  const at = when.kind === 'now' ? now + Number(count) * UNITS[unit]! : when.kind === 'day' ? Date.parse(when.day) : when.moment;
  if (at > now) return at;
  const rule = Number.isNaN(at) ? 'a day (2027-01-31), a moment (2027-01-31T18:00Z) or a duration (12h, 90d, 4w)' : 'in the future';
  throw new UsageError(`--expires must be ${rule}, not ${JSON.stringify(text)}.`);
}

function described({ name, role, created, revoked, expires, bounds, lastUsedAt }: ApiListedKey, now: number): string {
  const dates = [
    `created ${momentWords(created)}`,
    lastUsedAt === null ? 'never used' : `last used ${momentWords(lastUsedAt)}`,
    ...(expires === null ? [] : [`${Date.parse(expires) <= now ? 'expired' : 'expires'} ${momentWords(expires)}`]),
    ...(revoked === null ? [] : [`revoked ${momentWords(revoked)}`]),
  ];
  const may = boundsText(bounds);
  return `${name.padEnd(24)} ${role.padEnd(9)} ${dates.join(', ')}${may.length === 0 ? '' : `: ${may.join(', ')}`}`;
}
