import * as z from 'zod/mini';

import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from './api.ts';
import type { Endpoint, FormWords } from './endpoint.ts';
import { PREVIEW_QUERY } from './operation/previews.ts';

/** An act whose form in the console, and whose command, follow from its endpoint. */
export interface FormedAct {
  readonly id: EndpointId;
  readonly summary: string;
  readonly words: FormWords;
  /** The names of the variables of its path. */
  readonly variables: readonly string[];
  /** What its body has, in the order of its schema. */
  readonly fields: readonly ActField[];
  readonly body: Endpoint['body'];
  /** Whether it says what it would do, if it is asked. */
  readonly isPreviewed: boolean;
}

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

let known: readonly FormedAct[] | undefined;

/** All of them, found when somebody first asks. */
export function formedActs(): readonly FormedAct[] {
  return (known ??= ENDPOINT_IDS.flatMap((id) => {
    const endpoint: Endpoint = ENDPOINTS[id];
    const { form: words, summary, path, query } = endpoint;
    if (words === undefined) return [];
    const variables = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);
    return [{ id, summary, words, variables, fields: actFields(endpoint), body: endpoint.body, isPreviewed: query === PREVIEW_QUERY }];
  }));
}

interface FieldSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly maxLength?: number;
}

/** What the body of an act has, in the order of its schema. */
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
