import type { HttpHandler } from '../../http/http-message.ts';
import { answerCalls } from '../calls.ts';
import { playHandlers } from './play-handlers.ts';
import { postingHandlers } from '../posting.ts';
import type { ApiParts } from './api-parts.ts';
import { auditHandlers } from './audit-handlers.ts';
import { backupHandlers } from './backup-handlers.ts';
import { gameHandlers } from './game-handlers.ts';
import { guestHandlers, guestsOf } from './guest-handlers.ts';
import { operationHandlers, previewedHandlers } from './operation-handlers.ts';
import { operatorHandlers } from './operator-handlers.ts';
import { pageHandlers } from './page-handlers.ts';
import { serverHandlers } from './server-handlers.ts';
import { webhookHandlers } from './webhook-handlers.ts';

/** The complete API. */
export function createApi(given: ApiParts): HttpHandler {
  const parts = { ...given, catalogue: given.boards.catalogue, guests: guestsOf(given) };
  return answerCalls(parts, {
    ...postingHandlers(parts),
    ...playHandlers(parts),
    ...guestHandlers(parts),
    ...previewedHandlers(parts),
    ...gameHandlers(parts),
    ...operationHandlers(parts),
    ...auditHandlers(parts),
    ...serverHandlers(parts),
    ...backupHandlers(parts),
    ...operatorHandlers(parts),
    ...webhookHandlers(parts),
    ...pageHandlers(parts),
  });
}
