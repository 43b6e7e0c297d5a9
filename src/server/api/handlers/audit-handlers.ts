// Handlers of the audit log and undo.
import type { AUDIT_ENDPOINTS } from '../../../contract/audit-endpoints.ts';
import type { Calendar } from '../../../domain/calendar.ts';
import { timeBetween } from '../../answers/parts/board-days.ts';
import { auditAnswer } from '../../audit/audit-log.ts';
import type { UndoParts } from '../../acts/parts/opposite.ts';
import { undoAct, undoOf, undoPreview } from '../../acts/undo-act.ts';
import type { ApiParts } from './api-parts.ts';
import type { Handlers } from '../parsed-call.ts';

/** The calendar without a board. */
const OF_UTC: Calendar = { timeZone: 'UTC', weekStart: 1 };

export function auditHandlers({ keyring, ...others }: ApiParts & Pick<UndoParts, 'catalogue'>): Handlers<keyof typeof AUDIT_ENDPOINTS> {
  const parts: UndoParts = { ...others, keys: keyring?.undoing };
  const { boards } = parts;
  return {
    async audit({ query: { from, until, ...query } }) {
      await keyring?.tell();
      const calendar = boards.boards().find(({ name }) => name === query.board)?.calendar ?? OF_UTC;
      return auditAnswer(boards.store, query, undoOf(parts), timeBetween(from, until, calendar));
    },
    async undoAct({ variables, query: { preview, since }, needRole }) {
      await keyring?.tell();
      const entry = Number(variables.entry);
      if (preview === '1') return undoPreview(parts, entry, needRole);
      return { entry: await undoAct(parts, entry, needRole, { since }) };
    },
  };
}
