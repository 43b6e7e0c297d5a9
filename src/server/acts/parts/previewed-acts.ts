import type * as z from 'zod/mini';

import type { ENDPOINTS, PreviewedId } from '../../../contract/api.ts';
import type { Endpoint, Variables } from '../../../contract/endpoint.ts';
import type { ActParts } from './act-parts.ts';
import type { PreviewedAct } from './previewed.ts';

/** What an act is asked for with, as its endpoint parsed it. */
interface AskedFor<E extends Endpoint> {
  readonly variables: Variables<E>;
  readonly body: E extends { readonly body: infer Body extends z.ZodMiniType } ? z.output<Body> : undefined;
}

/** Acts with a preview, by their endpoints. Each throws or rejects with a Problem if it cannot be done. */
export type PreviewedActs = {
  readonly [Id in PreviewedId]: (parts: ActParts, asked: AskedFor<(typeof ENDPOINTS)[Id]>) => PreviewedAct<object>;
};
