import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { actFields, formedActs } from './formed-acts.ts';
import { line } from './parts/text-rules.ts';

test('an act has a field for each property of its body, of the kind given by the schema', () => {
  const body = z.strictObject({
    reason: line(200),
    until: z.optional(z.iso.datetime({ offset: true })),
    times: z.int(),
    does: z.enum(['void', 'restore']),
    names: z.optional(z.boolean()),
  });
  const field = { isRequired: true, longest: undefined, choices: [] };
  expect(actFields({ body })).toEqual([
    { ...field, name: 'reason', kind: 'text', longest: 200 },
    { ...field, name: 'until', kind: 'moment', isRequired: false },
    { ...field, name: 'times', kind: 'number' },
    { ...field, name: 'does', kind: 'choice', choices: ['void', 'restore'] },
    { ...field, name: 'names', kind: 'tick', isRequired: false },
  ]);
  expect(actFields({})).toEqual([]);
});

test('an act names its path variables, and whether it can be previewed', () => {
  const settle = formedActs().find(({ id }) => id === 'settlePeriod')!;
  expect(settle.variables).toEqual(['board']);
  expect(settle.isPreviewed).toBe(true);
});
