import { createHash } from 'node:crypto';

import { expect, test } from 'vitest';

import { SCHEMA, SCHEMA_VERSION } from './schema.ts';

test('a change of the schema raises its version: databases of another version are refused', () => {
  expect([SCHEMA_VERSION, createHash('sha256').update(SCHEMA).digest('hex').slice(0, 16)]).toEqual([3, '3da8e7034062e7cb']);
});
