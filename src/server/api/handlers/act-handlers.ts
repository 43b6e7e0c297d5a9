// What the endpoints of acts with a preview do: all of them the same.
import type { ActParts } from '../../acts/parts/act-parts.ts';
import { PREVIEWED_ACTS } from '../../acts/acts.ts';
import { asked, type AskedAct } from '../../acts/parts/previewed.ts';
import type { PreviewedId } from '../../acts/parts/previewed-acts.ts';
import { json } from '../calls/json-answer.ts';
import type { Handlers } from '../calls/parsed-call.ts';

export function actHandlers(parts: ActParts): Handlers<PreviewedId> {
  const handlers = Object.entries(PREVIEWED_ACTS).map(([id, actOf]) => [
    id,
    // The handler of an endpoint is called with what the same endpoint parsed.
    async (call: { readonly query: AskedAct }) => json(200, await asked(parts, call.query, actOf(parts, call as never))),
  ]);
  return Object.fromEntries(handlers) as Handlers<PreviewedId>;
}
