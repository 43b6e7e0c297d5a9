// What the endpoints do that an operator calls.
import type { OPERATION_ENDPOINTS } from '../../contract/operation/operation-endpoints.ts';
import { beginImport, endImport, listedImports } from '../acts/imports.ts';
import { reopenPeriod } from '../acts/reopen-period.ts';
import { reviseEvent } from '../acts/revise-event.ts';
import type { CurrentAppearance } from '../appearance/current-appearance.ts';
import type { GameParts } from './game-handlers.ts';
import { type Cached, json } from './json-answer.ts';
import type { Handlers } from './parsed-call.ts';

export interface OperationParts extends Pick<GameParts, 'boards' | 'readiness' | 'log'> {
  readonly appearance: CurrentAppearance;
}

export function operationHandlers(
  { boards, readiness, appearance, log }: OperationParts,
  cached: Cached,
): Handlers<keyof typeof OPERATION_ENDPOINTS> {
  return {
    async reviseEvent({ variables: { board }, body }) {
      const revised = await reviseEvent(boards, board, body);
      log(`${body.does === 'void' ? 'Voided' : 'Restored'} on "${board}": the event ${JSON.stringify(body.event)}. ${body.reason}`);
      return json(200, revised);
    },
    async reopenPeriod({ variables: { board }, body }) {
      const reopened = await reopenPeriod(boards, board, body);
      log(`Opened again on "${board}": the ${body.period} period from ${reopened.period.start}. ${body.reason}`);
      return json(200, reopened);
    },
    async imports() {
      return json(200, { imports: listedImports(boards) });
    },
    async beginImport({ body }) {
      const begun = await beginImport(boards, readiness, body, log);
      return json(begun.resumed ? 200 : 201, begun);
    },
    async endImport({ variables }) {
      return json(200, await endImport(boards, variables.import));
    },
    async appearance({ request }) {
      return cached(request, 'appearance', async () => appearance.value);
    },
    async replaceAppearance({ body }) {
      return json(200, await appearance.replace(body));
    },
  };
}
