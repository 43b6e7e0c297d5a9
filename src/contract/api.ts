// Every endpoint of the API, and which of them an address is of.
import * as z from 'zod/mini';

import { type Answer, endpoints, type ParsedQuery, type Variables } from './endpoint.ts';
import { GAME_ENDPOINTS } from './game-endpoints.ts';
import { APPEARANCE_ENDPOINTS } from './operation/appearance.ts';
import { HELD_ENDPOINTS, heldIdSchema } from './operation/held.ts';
import { LEDGER_ENDPOINTS } from './operation/ledger.ts';
import { payoutIdSchema, SETTLEMENT_ENDPOINTS } from './operation/settlement.ts';
import { KEY_ENDPOINTS, keyNameSchema } from './api-key.ts';
import { AUDIT_ENDPOINTS, entrySchema } from './audit-endpoints.ts';
import { LOOKUP_ENDPOINTS } from './lookup.ts';
import type { PREVIEW_QUERY } from './operation/previews.ts';
import { PLAYER_ENDPOINTS } from './operation/players.ts';
import { SERVER_ENDPOINTS } from './running-server.ts';
import { OPERATOR_ENDPOINTS, passkeyIdSchema, personIdSchema } from './operation/operators.ts';
import { WEBHOOK_ENDPOINTS, webhookNameSchema } from './operation/webhooks.ts';
import { PAGE_ENDPOINTS } from './page-endpoints.ts';
import { soughtUsernameSchema } from './points-event.ts';
import { boardNameSchema } from './parts/text-rules.ts';

export const ENDPOINTS = endpoints({
  ...GAME_ENDPOINTS,
  ...LEDGER_ENDPOINTS,
  ...APPEARANCE_ENDPOINTS,
  ...AUDIT_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...SERVER_ENDPOINTS,
  ...SETTLEMENT_ENDPOINTS,
  ...HELD_ENDPOINTS,
  ...LOOKUP_ENDPOINTS,
  ...PLAYER_ENDPOINTS,
  ...OPERATOR_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...PAGE_ENDPOINTS,
});

export type EndpointId = keyof typeof ENDPOINTS;

/** What an endpoint answers. */
export type AnswerTo<Id extends EndpointId> = Answer<(typeof ENDPOINTS)[Id]>;

/** The query of an endpoint, as it was parsed. */
export type QueryOf<Id extends EndpointId> = ParsedQuery<(typeof ENDPOINTS)[Id]>;

/** The body of an endpoint, as it was parsed. */
export type BodyOf<Id extends EndpointId> = (typeof ENDPOINTS)[Id] extends { readonly body: infer Body extends z.ZodMiniType }
  ? z.output<Body>
  : undefined;

/** Acts that say what they would do, if they are asked with `?preview=1`, and answer 200; but for undoing, which says more. */
export type PreviewedId = Exclude<
  {
    [Id in EndpointId]: (typeof ENDPOINTS)[Id] extends { readonly query: typeof PREVIEW_QUERY; readonly answers: infer Answers }
      ? 201 extends keyof Answers
        ? never
        : Id
      : never;
  }[EndpointId],
  'undoAct'
>;

export const ENDPOINT_IDS = Object.keys(ENDPOINTS) as readonly EndpointId[];

/** What the variables of a path may be. A name means the same in every path. */
export const PATH_VARIABLES = {
  board: boardNameSchema,
  entry: entrySchema,
  held: heldIdSchema,
  import: z.string().check(z.regex(/^[0-9a-f]{16}$/, 'must be the id of an import')),
  key: keyNameSchema,
  invitation: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be the id of an invitation')),
  operator: personIdSchema,
  passkey: passkeyIdSchema,
  payout: payoutIdSchema,
  session: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be the id of a session')),
  username: soughtUsernameSchema,
  webhook: webhookNameSchema,
} as const satisfies Record<keyof Variables<(typeof ENDPOINTS)[EndpointId]>, object>;

/** The endpoints of one path, and what stands in place of its variables, encoded as it came. */
export interface Found {
  /** As the table has it, its variables unfilled. */
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, EndpointId>;
  readonly variables: Readonly<Record<string, string>>;
}

/** One path of the table: its segments, where which variables stand in it, and its endpoints by their methods. */
interface Route {
  readonly path: string;
  readonly segments: readonly string[];
  readonly variables: readonly (readonly [index: number, name: string])[];
  readonly byMethod: Map<string, EndpointId>;
}

const BY_PATH = new Map<string, Route>();
/** Those with variables, by how many segments they have. */
const ROUTES = new Map<number, Route[]>();
for (const id of ENDPOINT_IDS) {
  const { method, path } = ENDPOINTS[id];
  let route = BY_PATH.get(path);
  if (route === undefined) {
    const segments = path.split('/');
    const variables = segments.flatMap((segment, i) => (segment.startsWith('{') ? [[i, segment.slice(1, -1)] as const] : []));
    BY_PATH.set(path, (route = { path, segments, variables, byMethod: new Map() }));
    if (variables.length > 0) ROUTES.set(segments.length, [...(ROUTES.get(segments.length) ?? []), route]);
  }
  // Variables are called the same in every path.
  route.byMethod.set(method, id);
}

/** The endpoints at a path (without its query, as it came); `undefined` if there are none. */
export function endpointsAt(path: string): Found | undefined {
  const given = path.split('/');
  // A word of the table is itself before it is anybody’s variable.
  const route = BY_PATH.get(path) ?? ROUTES.get(given.length)?.find(({ segments }) => matches(segments, given));
  if (route === undefined) return undefined;
  const variables: Record<string, string> = {};
  for (const [i, name] of route.variables) variables[name] = given[i]!;
  return { path: route.path, byMethod: route.byMethod, variables };
}

/** Looked at from the end: all paths begin alike. */
function matches(segments: readonly string[], given: readonly string[]): boolean {
  for (let i = segments.length - 1; i >= 0; i -= 1)
    if (segments[i] !== given[i] && !(segments[i]!.startsWith('{') && given[i] !== '')) return false;
  return true;
}
