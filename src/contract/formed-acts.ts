import * as z from 'zod/mini';

import { ENDPOINT_IDS, ENDPOINTS, type EndpointId } from './api.ts';
import type { CommandWords, Endpoint } from './endpoint.ts';
import { PREVIEW_QUERY } from './operation/previews.ts';

/** An act whose CLI command is generated from its endpoint. */
export interface FormedAct {
  readonly id: EndpointId;
  readonly summary: string;
  readonly words: CommandWords;
  /** Names of its path variables. */
  readonly variables: readonly string[];
  /** The fields of its body, in schema order. */
  readonly fields: readonly ActField[];
  readonly body: Endpoint['body'];
  readonly isPreviewed: boolean;
}

/** A field of an act's body: a command option. */
export interface ActField {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'moment' | 'choice' | 'tick';
  readonly isRequired: boolean;
  /** The maximum length of a text, in characters. */
  readonly longest: number | undefined;
  readonly choices: readonly string[];
}

let known: readonly FormedAct[] | undefined;

/** All acts with a `command`, computed on first use. */
export function formedActs(): readonly FormedAct[] {
  return (known ??= ENDPOINT_IDS.flatMap((id) => {
    const endpoint: Endpoint = ENDPOINTS[id];
    const { command: words, summary, path, query } = endpoint;
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

/** The fields of an act's body, in schema order. */
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
