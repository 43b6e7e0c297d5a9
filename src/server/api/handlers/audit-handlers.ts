// What the endpoints do that tell of acts, and take them back.
import type { AUDIT_ENDPOINTS } from '../../../contract/audit-endpoints.ts';
import { auditAnswer } from '../../audit/audit-log.ts';
import type { UndoParts } from '../../undoing/opposite.ts';
import { undoAct, undoOf, undoPreview } from '../../undoing/undo-act.ts';
import type { GameParts } from './game-handlers.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export type AuditParts = Omit<UndoParts, 'keys'> & Pick<GameParts, 'keyring'>;

export function auditHandlers({ keyring, ...others }: AuditParts): Handlers<keyof typeof AUDIT_ENDPOINTS> {
  const parts: UndoParts = { ...others, keys: keyring?.undoing };
  const { boards } = parts;
  return {
    async audit({ query }) {
      await keyring?.tell();
      return json(200, await auditAnswer(boards.store, query, undoOf(parts)));
    },
    async undoAct({ variables, query: { preview, since }, needRole }) {
      await keyring?.tell();
      const entry = Number(variables.entry);
      if (preview === '1') return json(200, await undoPreview(parts, entry, needRole));
      return json(200, { entry: await undoAct(parts, entry, needRole, { since }) });
    },
  };
}
