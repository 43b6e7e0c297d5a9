// Every endpoint of the API, and which of them an address is of.
import type { Endpoint, Variables } from './endpoint.ts';
import { GAME_ENDPOINTS } from './game-endpoints.ts';
import { importIdSchema, OPERATION_ENDPOINTS } from './operation/operation-endpoints.ts';
import { PAGE_ENDPOINTS } from './page-endpoints.ts';
import { soughtUsernameSchema } from './points-event.ts';
import { boardNameSchema } from './parts/text-rules.ts';

export const ENDPOINTS = { ...GAME_ENDPOINTS, ...OPERATION_ENDPOINTS, ...PAGE_ENDPOINTS } satisfies Record<string, Endpoint>;

export type EndpointId = keyof typeof ENDPOINTS;

export const ENDPOINT_IDS = Object.keys(ENDPOINTS) as readonly EndpointId[];

/** What the variables of a path may be. A name means the same in every path. */
export const PATH_VARIABLES = { board: boardNameSchema, import: importIdSchema, username: soughtUsernameSchema } as const satisfies Record<
  keyof Variables<(typeof ENDPOINTS)[EndpointId]>,
  object
>;

/** The endpoints of one path, and what stands in place of its variables, encoded as it came. */
export interface Found {
  readonly byMethod: ReadonlyMap<string, EndpointId>;
  readonly variables: Readonly<Record<string, string>>;
}

const ROUTES = ENDPOINT_IDS.map((id) => ({ id, method: ENDPOINTS[id].method, segments: ENDPOINTS[id].path.split('/') }));

/** The endpoints at a path (without its query, as it came); `undefined` if there are none. */
export function endpointsAt(path: string): Found | undefined {
  const given = path.split('/');
  const found = ROUTES.filter(
    ({ segments }) =>
      segments.length === given.length &&
      segments.every((segment, i) => segment === given[i] || (segment.startsWith('{') && given[i] !== '')),
  );
  const [first] = found;
  if (first === undefined) return undefined;
  return {
    byMethod: new Map(found.map(({ id, method }) => [method, id])),
    variables: Object.fromEntries(
      first.segments.flatMap((segment, i) => (segment.startsWith('{') ? [[segment.slice(1, -1), given[i]!]] : [])),
    ),
  };
}
