// What the endpoints do that an operator calls.
import type { OPERATION_ENDPOINTS } from '../../../contract/operation/operation-endpoints.ts';
import { beginImport, endImport, listedImports } from '../../acts/imports.ts';
import { ledgerAnswer } from '../../answers/ledger-answer.ts';
import type { CurrentAppearance } from '../../appearance/current-appearance.ts';
import type { PreviewedId } from '../../acts/parts/previewed-acts.ts';
import type { GameParts } from './game-handlers.ts';
import { type Replaced, tagged, unlessOvertaken } from './if-match.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export interface OperationParts extends Pick<GameParts, 'boards' | 'readiness' | 'log'> {
  readonly appearance: CurrentAppearance;
}

export function operationHandlers({
  boards,
  readiness,
  appearance,
  log,
}: OperationParts): Handlers<Exclude<keyof typeof OPERATION_ENDPOINTS, PreviewedId>> {
  return {
    async ledger({ variables: { board }, query: { cursor } }) {
      return json(200, await ledgerAnswer(boards, board, cursor));
    },
    async imports() {
      return json(200, { imports: listedImports(boards) });
    },
    async beginImport({ body }) {
      const begun = await beginImport({ boards, readiness, log }, body);
      return json(begun.resumed ? 200 : 201, begun);
    },
    async endImport({ variables }) {
      return json(200, await endImport(boards, variables.import));
    },
    async appearance({ request, reader: { cached } }) {
      return cached(request, 'appearance', async () => appearance.value);
    },
    async replaceAppearance({ request, body }) {
      const replaced: Replaced = { now: () => appearance.value, acts: ['set-appearance'] };
      return tagged(200, await unlessOvertaken(request, boards.store, replaced, (still) => appearance.replace(body, still)));
    },
  };
}
