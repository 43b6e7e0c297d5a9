import type { AnswerTo } from '../../../contract/api.ts';
import type { ApiOverview } from '../../../contract/running-server.ts';
import { DAY_MS } from '../../../domain/durations.ts';
import { ATTENTION } from './overview-words.ts';

interface Matter {
  readonly words: string;
  readonly path?: string;
}

/** Matters that need an operator's attention, most urgent first. */
export function attention(overview: ApiOverview): readonly Matter[] {
  const { canStore, troubles, backups, held, payoutsDue, reviews, webhooks, imports } = overview;
  return [
    ...(canStore ? [] : [{ words: ATTENTION.cannotStore }]),
    ...troubles.map((words) => ({ words })),
    ...(backups.schedule !== null && backups.trouble !== null && !troubles.includes(backups.trouble) ? [{ words: backups.trouble }] : []),
    ...missingBackup(overview),
    ...ownerKeysPosting(overview),
    ...(held === 0 ? [] : [{ words: ATTENTION.held(held), path: '/held' }]),
    ...reviews.slice(0, 1).map(({ board, kind }) => ({
      words: ATTENTION.reviews(reviews.length),
      path: `/periods?${new URLSearchParams({ board, kind })}`,
    })),
    ...(payoutsDue === 0 ? [] : [{ words: ATTENTION.due(payoutsDue), path: '/payouts' }]),
    ...webhooks.flatMap(({ name, state, reason, failed }) => {
      if (state === 'off' && reason !== null) return [{ words: ATTENTION.webhookOff(name, reason), path: '/webhooks' }];
      return failed === 0 ? [] : [{ words: ATTENTION.failed(failed, name), path: `/webhooks?webhook=${name}` }];
    }),
    ...(imports.length === 0 ? [] : [{ words: ATTENTION.imports(imports.length) }]),
  ];
}

function missingBackup({ backups: { schedule, newestAt, trouble }, disk }: ApiOverview): readonly Matter[] {
  if (newestAt !== null || disk === null) return [];
  if (schedule === null) return [{ words: ATTENTION.neverBackedUp(trouble ?? ''), path: '/backups' }];
  return trouble === null ? [{ words: ATTENTION.noBackup, path: '/backups' }] : [];
}

/** An owner key stolen from a game can do anything, so it is reported for a day after it posted points. */
function ownerKeysPosting({ keys, at }: ApiOverview): readonly Matter[] {
  return keys.flatMap(({ name, role, lastEventAt }) => {
    if (role !== 'owner' || lastEventAt === null || Date.parse(at) - Date.parse(lastEventAt) > DAY_MS) return [];
    return [{ words: ATTENTION.ownerKey(name), path: '/keys' }];
  });
}

/** The signed-in person's passkeys added through somebody else's invitation in the last 30 days. `now`: epoch milliseconds. */
export function passkeysByOthers(passkeys: AnswerTo<'addPasskey'>['passkeys'], now: number): readonly Matter[] {
  return passkeys.flatMap(({ name, addedAt, invitedBy }) => {
    if (invitedBy === null || now - Date.parse(addedAt) > 30 * DAY_MS) return [];
    return [{ words: ATTENTION.passkey(name, invitedBy.name ?? `a ${invitedBy.kind}`), path: '/people' }];
  });
}
