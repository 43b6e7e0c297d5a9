import type { ApiPasskeys } from '../../../contract/operation/operator-answers.ts';
import type { ApiOverview } from '../../../contract/server-answers.ts';

/** Something that an operator should look at. */
export interface Matter {
  readonly words: string;
  /** Where something can be done about it. */
  readonly path?: string;
}

/** What of the overview an operator should look at, the worst first. */
export function attention({ canStore, troubles, backups, held, payoutsDue, reviews, webhooks, imports }: ApiOverview): readonly Matter[] {
  return [
    ...(canStore ? [] : [{ words: 'Points cannot be stored.' }]),
    ...troubles.map((words) => ({ words })),
    ...(backups.schedule !== null && backups.trouble !== null && !troubles.includes(backups.trouble) ? [{ words: backups.trouble }] : []),
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

/** For how long a passkey that somebody else had added is told of, in milliseconds: a month. */
const PASSKEY_TOLD_MS = 30 * 86_400_000;

/** The passkeys that somebody else had added to the account of the person who looks. `now`: epoch milliseconds. */
export function passkeysByOthers(passkeys: ApiPasskeys['passkeys'], now: number): readonly Matter[] {
  return passkeys.flatMap(({ name, addedAt, invitedBy }) => {
    if (invitedBy === null || now - Date.parse(addedAt) > PASSKEY_TOLD_MS) return [];
    const by = invitedBy.name ?? `a ${invitedBy.kind}`;
    return [{ words: `“${name}” was added to your passkeys by an invitation from ${by}. Remove it if it is not yours.`, path: '/people' }];
  });
}

function counted(count: number, one: string, other: string): string {
  return `${count} ${count === 1 ? one : other}`;
}
