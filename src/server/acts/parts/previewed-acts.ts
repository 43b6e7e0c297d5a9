import type * as z from 'zod/mini';

import type { ENDPOINTS, PreviewedId } from '../../../contract/api.ts';
import type { Endpoint, Variables } from '../../../contract/endpoint.ts';
import type { ActParts } from './act-parts.ts';
import type { PreviewedAct } from './previewed.ts';

/** What the body of an endpoint is, as it was parsed. */
type BodyOf<E extends Endpoint> = E extends { readonly body: infer Body extends z.ZodMiniType } ? z.output<Body> : undefined;

/** Acts with a preview, by their endpoints, each asked for with what its endpoint parsed. Each throws or rejects with a Problem if it cannot be done. */
export type PreviewedActs = {
  readonly [Id in PreviewedId]: (
    parts: ActParts,
    asked: { readonly variables: Variables<(typeof ENDPOINTS)[Id]>; readonly body: BodyOf<(typeof ENDPOINTS)[Id]> },
  ) => PreviewedAct<object>;
};
