// The table of endpoints, and the lookup from a path to its endpoints.
import * as z from 'zod/mini';

import { type Answer, endpoints, type ParsedQuery, type Variables } from './endpoint.ts';
import { GAME_ENDPOINTS } from './game-endpoints.ts';
import { APPEARANCE_ENDPOINTS } from './operation/appearance.ts';
import { HELD_ENDPOINTS, heldIdSchema } from './operation/held.ts';
import { LEDGER_ENDPOINTS } from './operation/ledger.ts';
import { payoutIdSchema, SETTLEMENT_ENDPOINTS } from './operation/settlement.ts';
import { KEY_ENDPOINTS, keyNameSchema } from './api-key.ts';
import { AUDIT_ENDPOINTS, entrySchema } from './audit-endpoints.ts';
import { GUEST_ENDPOINTS } from './guests.ts';
import { LOOKUP_ENDPOINTS } from './lookup.ts';
import { REVISION_ENDPOINTS } from './revisions.ts';
import type { PREVIEW_QUERY } from './operation/previews.ts';
import { PLAY_ENDPOINTS, playSchema } from './plays.ts';
import { PLAYER_ENDPOINTS } from './operation/players.ts';
import { SERVER_ENDPOINTS } from './running-server.ts';
import { OPERATOR_ENDPOINTS, passkeyIdSchema, personIdSchema } from './operation/operators.ts';
import { BACKUP_ENDPOINTS, backupNameSchema } from './operation/backups.ts';
import { NOTE_ENDPOINTS, noteIdSchema } from './operation/notes.ts';
import { WEBHOOK_ENDPOINTS, webhookNameSchema } from './operation/webhooks.ts';
import { PAGE_ENDPOINTS } from './page-endpoints.ts';
import { soughtUsernameSchema } from './points-event.ts';
import { boardNameSchema, importIdSchema, recordedIdSchema } from './parts/text-rules.ts';

export const ENDPOINTS = endpoints({
  ...GAME_ENDPOINTS,
  ...PLAY_ENDPOINTS,
  ...GUEST_ENDPOINTS,
  ...LEDGER_ENDPOINTS,
  ...REVISION_ENDPOINTS,
  ...APPEARANCE_ENDPOINTS,
  ...AUDIT_ENDPOINTS,
  ...KEY_ENDPOINTS,
  ...SERVER_ENDPOINTS,
  ...BACKUP_ENDPOINTS,
  ...SETTLEMENT_ENDPOINTS,
  ...HELD_ENDPOINTS,
  ...LOOKUP_ENDPOINTS,
  ...PLAYER_ENDPOINTS,
  ...NOTE_ENDPOINTS,
  ...OPERATOR_ENDPOINTS,
  ...WEBHOOK_ENDPOINTS,
  ...PAGE_ENDPOINTS,
});

export type EndpointId = keyof typeof ENDPOINTS;

export type AnswerTo<Id extends EndpointId> = Answer<(typeof ENDPOINTS)[Id]>;

/** The parsed query of an endpoint. */
export type QueryOf<Id extends EndpointId> = ParsedQuery<(typeof ENDPOINTS)[Id]>;

/** The parsed body of an endpoint. */
export type BodyOf<Id extends EndpointId> = (typeof ENDPOINTS)[Id] extends { readonly body: infer Body extends z.ZodMiniType }
  ? z.output<Body>
  : undefined;

/** Operations that answer `?preview=1` with a plain preview. Undo is left out: its preview has more fields. */
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

/** The schema of each path variable. A name means the same in every path. */
export const PATH_VARIABLES = {
  backup: backupNameSchema,
  board: boardNameSchema,
  entry: entrySchema,
  event: recordedIdSchema,
  held: heldIdSchema,
  import: importIdSchema,
  key: keyNameSchema,
  invitation: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be the id of an invitation')),
  note: noteIdSchema,
  operator: personIdSchema,
  passkey: passkeyIdSchema,
  payout: payoutIdSchema,
  play: playSchema,
  session: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be the id of a session')),
  username: soughtUsernameSchema,
  webhook: webhookNameSchema,
} as const satisfies Record<keyof Variables<(typeof ENDPOINTS)[EndpointId]>, object>;

/** The endpoints of one path, and the values of its variables, still percent-encoded. */
export interface Found {
  /** The path template, for example `/api/v1/boards/{board}`. */
  readonly path: string;
  readonly byMethod: ReadonlyMap<string, EndpointId>;
  readonly variables: Readonly<Record<string, string>>;
}

interface Route {
  readonly path: string;
  readonly segments: readonly string[];
  readonly variables: readonly (readonly [index: number, name: string])[];
  readonly byMethod: Map<string, EndpointId>;
}

const BY_PATH = new Map<string, Route>();
/** Paths with variables, by number of segments. */
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
  route.byMethod.set(method, id);
}

/** The endpoints at a raw path without its query; `undefined` if no endpoint matches. */
export function endpointsAt(path: string): Found | undefined {
  const given = path.split('/');
  // A literal path wins over one with variables.
  const route = BY_PATH.get(path) ?? ROUTES.get(given.length)?.find(({ segments }) => matches(segments, given));
  if (route === undefined) return undefined;
  const variables: Record<string, string> = {};
  for (const [i, name] of route.variables) variables[name] = given[i]!;
  return { path: route.path, byMethod: route.byMethod, variables };
}

/** Compares from the end, because all paths start alike. */
function matches(segments: readonly string[], given: readonly string[]): boolean {
  for (let i = segments.length - 1; i >= 0; i -= 1)
    if (segments[i] !== given[i] && !(segments[i]!.startsWith('{') && given[i] !== '')) return false;
  return true;
}
