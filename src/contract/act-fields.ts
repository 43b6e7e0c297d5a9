import * as z from 'zod/mini';

import type { Endpoint } from './endpoint.ts';
import { PREVIEW_QUERY } from './operation/previews.ts';

/** A part of the body of an act, as a field of a form or an option of a command. */
export interface ActField {
  /** As the API calls it. */
  readonly name: string;
  readonly kind: 'text' | 'number' | 'moment' | 'choice' | 'tick';
  readonly isRequired: boolean;
  /** How many characters a text may have. */
  readonly longest: number | undefined;
  /** What can be chosen. */
  readonly choices: readonly string[];
}

interface FieldSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
}

/** The fields of an act: what its body has, in the order of its schema. */
export function actFields({ body }: Pick<Endpoint, 'body'>): readonly ActField[] {
  if (body === undefined) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(body, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => {
    const { enum: choices = [], maxLength: longest } = schema as FieldSchema;
    return { name, kind: kindOf(schema as FieldSchema), isRequired: required.includes(name), longest, choices };
  });
}

function kindOf({ type, format, enum: choices }: FieldSchema): ActField['kind'] {
  if (choices !== undefined) return 'choice';
  if (type === 'boolean') return 'tick';
  if (type === 'integer' || type === 'number') return 'number';
  return format === 'date-time' ? 'moment' : 'text';
}

/** The names of the variables of an act's path. */
export function pathVariables({ path }: Pick<Endpoint, 'path'>): readonly string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
}

/** Whether an act says what it would do, if it is asked. */
export function hasPreview({ query }: Pick<Endpoint, 'query'>): boolean {
  return query === PREVIEW_QUERY;
}
