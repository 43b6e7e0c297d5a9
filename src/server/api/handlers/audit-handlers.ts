// What the endpoints do that tell of acts.
import type { AUDIT_ENDPOINTS } from '../../../contract/audit-endpoints.ts';
import { auditAnswer } from '../../audit/audit-log.ts';
import type { GameParts } from './game-handlers.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export interface AuditParts extends Pick<GameParts, 'boards'> {
  /** Tells the audit log of what was done to keys, where there is a list of them. */
  readonly tellOfKeys?: () => Promise<void>;
}

export function auditHandlers({ boards, tellOfKeys }: AuditParts): Handlers<keyof typeof AUDIT_ENDPOINTS> {
  return {
    async audit({ query }) {
      await tellOfKeys?.();
      return json(200, await auditAnswer(boards.store, query));
    },
  };
}
