// What the endpoints do that tell of acts.
import type { AUDIT_ENDPOINTS } from '../../../contract/audit-endpoints.ts';
import { auditAnswer } from '../../audit/audit-log.ts';
import type { GameParts } from './game-handlers.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export function auditHandlers({ boards, keyring }: Pick<GameParts, 'boards' | 'keyring'>): Handlers<keyof typeof AUDIT_ENDPOINTS> {
  return {
    async audit({ query }) {
      await keyring?.tell();
      return json(200, await auditAnswer(boards.store, query));
    },
  };
}
