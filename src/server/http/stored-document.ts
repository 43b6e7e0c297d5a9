import type * as z from 'zod/mini';

import { jsonIn } from '../../contract/read-text.ts';
import { faultsOf } from '../../contract/parts/schema-faults.ts';

/**
 * Parses a stored JSON document; `name` is for messages.
 * @throws {Error} with advice, if this version cannot read it.
 */
export function storedDocument<Schema extends z.ZodMiniType>(text: string, schema: Schema, name: string): z.output<Schema> {
  const kept = jsonIn(text);
  if (kept === undefined) throw unreadable(name, 'it is not valid JSON');
  const parsed = schema.safeParse(kept);
  if (parsed.success) return parsed.data;
  const [fault] = faultsOf(parsed.error);
  throw unreadable(name, `${fault!.field} ${fault!.rule}`);
}

function unreadable(name: string, why: string): Error {
  return new Error(
    `The ${name} in the database cannot be read: ${why}. It was not changed. Use the version of Laurels that wrote it, or a later one.`,
  );
}
