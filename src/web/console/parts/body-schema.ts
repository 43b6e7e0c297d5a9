import * as z from 'zod/mini';

import { ENDPOINTS } from '../../../contract/api.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { ActId } from '../asking/use-act.ts';
import type { PartSchema } from './form-body.ts';

const known = new Map<ActId, PartSchema>();

/** The body schema of an action; `undefined` if it takes no body. */
export function bodySchema(id: ActId): PartSchema | undefined {
  const { body }: Endpoint = ENDPOINTS[id];
  if (body !== undefined && !known.has(id)) known.set(id, z.toJSONSchema(body, { io: 'input' }) as PartSchema);
  return known.get(id);
}
