// What an operator asks about API keys, and what an owner does about them.
import * as z from 'zod/mini';

import { timeSchema } from './parts/answer-parts.ts';
import { ROLES } from './role.ts';
import { apiKeySchema, boundsRule, keyNameSchema, writeBoundsSchema } from './api-key.ts';

export const KEY_ENDPOINTS = {
  keys: {
    route: 'GET /api/v1/keys',
    role: 'viewer',
    summary: 'List the API keys',
    description:
      'Revoked and expired ones too, oldest first, and never the keys themselves. When a key was last used is up to a minute late if ' +
      'several processes share a database.',
    answers: { 200: { description: 'The keys', schema: z.object({ keys: z.array(apiKeySchema) }) } },
  },
  addKey: {
    route: 'POST /api/v1/keys',
    role: 'owner',
    summary: 'Make an API key',
    description:
      'The answer has the key, which is shown only this once. "expires" ends it at a moment. "bounds" are for keys with role write: ' +
      'the boards they may post to, the most points of one event, no negative points, and no new names for players.',
    body: z
      .strictObject({
        name: keyNameSchema,
        role: z.enum(ROLES, `must be ${ROLES.join(', ')}`),
        expires: z.optional(timeSchema),
        bounds: z.optional(writeBoundsSchema),
      })
      .check(({ value: { bounds = {}, role }, issues }) => {
        const message = boundsRule(bounds, role);
        if (message !== undefined) issues.push({ code: 'custom', input: bounds, path: ['bounds'], message });
      }),
    example: { name: 'match-server', role: 'write', bounds: { boards: ['main'], maxPoints: 1000, noNegative: true } },
    answers: {
      201: { description: 'The key, and what it may do', schema: z.extend(apiKeySchema, { /** Shown only this once. */ key: z.string() }) },
    },
    problems: [409],
  },
  revokeKey: {
    route: 'DELETE /api/v1/keys/{key}',
    role: 'owner',
    summary: 'End an API key',
    description: 'By its name. It is refused from the next request on, and stays in the list.',
    answers: { 200: { description: 'The key, which is revoked', schema: apiKeySchema } },
  },
} as const;
