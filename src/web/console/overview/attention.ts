import type { AnswerTo } from '../../../contract/api.ts';
import type { ApiOverview } from '../../../contract/running-server.ts';
import { DAY_MS } from '../../../domain/durations.ts';

/** Something that an operator should look at. */
interface Matter {
  readonly words: string;
  /** Where something can be done about it. */
  readonly path?: string;
}

/** What of the overview an operator should look at, the worst first. */
export function attention(overview: ApiOverview): readonly Matter[] {
  const { canStore, troubles, backups, held, payoutsDue, reviews, webhooks, imports } = overview;
  return [
    ...(canStore ? [] : [{ words: 'Points cannot be stored.' }]),
    ...troubles.map((words) => ({ words })),
    ...(backups.schedule !== null && backups.trouble !== null && !troubles.includes(backups.trouble) ? [{ words: backups.trouble }] : []),
    ...missingBackup(overview),
    ...ownerKeysPosting(overview),
    ...(held === 0 ? [] : [{ words: counted(held, 'event is held', 'events are held'), path: '/held' }]),
    ...(reviews.length === 0
      ? []
      : [{ words: counted(reviews.length, 'result is under review', 'results are under review'), path: '/periods' }]),
    ...(payoutsDue === 0 ? [] : [{ words: counted(payoutsDue, 'prize is due', 'prizes are due'), path: '/payouts?state=due' }]),
    ...webhooks.flatMap(({ name, state, reason, failed }) => {
      if (state === 'off' && reason !== null) return [{ words: `The webhook ${name} is off: ${reason}`, path: '/webhooks' }];
      return failed === 0
        ? []
        : [{ words: `${counted(failed, 'message', 'messages')} of the webhook ${name} failed.`, path: `/webhooks?webhook=${name}` }];
    }),
    ...(imports.length === 0
      ? []
      : [{ words: `${counted(imports.length, 'import', 'imports')} under way: periods that have ended stay open.` }]),
  ];
}

/** A PostgreSQL database has no disk of ours, and PostgreSQL backs it up. */
function missingBackup({ backups: { schedule, newestAt, trouble }, disk }: ApiOverview): readonly Matter[] {
  if (newestAt !== null || disk === null) return [];
  if (schedule === null) return [{ words: `There is no backup. ${trouble ?? ''}`.trim() }];
  return trouble === null ? [{ words: 'There is no backup yet. Make one below.' }] : [];
}

/** Whoever takes an owner key from a game can do anything. That one posted points is told of for a day. */
function ownerKeysPosting({ keys, at }: ApiOverview): readonly Matter[] {
  return keys.flatMap(({ name, role, lastEventAt }) => {
    if (role !== 'owner' || lastEventAt === null || Date.parse(at) - Date.parse(lastEventAt) > DAY_MS) return [];
    return [{ words: `The key “${name}” posts points as an owner. Create a key with role write for your game.`, path: '/keys' }];
  });
}

/** The passkeys that somebody else had added to the account of the person who looks in the last 30 days. `now`: epoch milliseconds. */
export function passkeysByOthers(passkeys: AnswerTo<'addPasskey'>['passkeys'], now: number): readonly Matter[] {
  return passkeys.flatMap(({ name, addedAt, invitedBy }) => {
    if (invitedBy === null || now - Date.parse(addedAt) > 30 * DAY_MS) return [];
    const by = invitedBy.name ?? `a ${invitedBy.kind}`;
    return [{ words: `“${name}” was added to your passkeys by an invitation from ${by}. Remove it if it is not yours.`, path: '/people' }];
  });
}

function counted(count: number, one: string, other: string): string {
  return `${count} ${count === 1 ? one : other}`;
}
