import { ENDPOINTS } from '../../src/contract/api.ts';
import type { OpenApiDocument, Operation } from '../../src/server/api/description/openapi.ts';

type Json = Readonly<Record<string, unknown>>;

/** A path and method in the API's own description. */
export interface Described {
  /** In upper case. */
  readonly method: string;
  /** With variables in braces. */
  readonly path: string;
  readonly operation: Operation;
  /** The smallest valid request according to the description. */
  readonly request: { readonly target: string; readonly body: unknown };
}

/** Path variables with existing values; others get a value from their schema. */
const KNOWN: Readonly<Record<string, string>> = { board: 'main', username: 'ada', webhook: 'results' };

/** A server's own API description. */
export async function descriptionOf(url: string): Promise<OpenApiDocument> {
  return (await (await fetch(url + ENDPOINTS.openapi.path)).json()) as OpenApiDocument;
}

/** Every described operation, each with a request built from the description alone. */
export function describedIn(document: OpenApiDocument): readonly Described[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
      request: { target: targetOf(path, operation, document), body: bodyOf(operation, document) },
    })),
  );
}

function targetOf(path: string, { parameters }: Operation, document: OpenApiDocument): string {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: where, required, schema } of parameters) {
    const value = KNOWN[name] ?? String(sampleOf(schema, document));
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    else if (required) query.set(name, value);
  }
  return query.size === 0 ? filled : `${filled}?${query}`;
}

function bodyOf({ requestBody }: Operation, document: OpenApiDocument): unknown {
  const content = requestBody?.content['application/json'];
  return content === undefined ? undefined : (content.example ?? sampleOf(content.schema, document));
}

/** The smallest value of a schema, as far as the schema says; `document` resolves references. */
export function sampleOf(schema: Json, document?: OpenApiDocument): unknown {
  if (typeof schema['$ref'] === 'string') return sampleOf(referred(schema['$ref'], document), document);
  for (const given of ['const', 'example', 'default']) if (given in schema) return schema[given];
  for (const list of ['enum', 'examples']) if (Array.isArray(schema[list])) return (schema[list] as readonly unknown[])[0];
  for (const choice of ['anyOf', 'oneOf', 'allOf']) {
    if (Array.isArray(schema[choice])) return sampleOf((schema[choice] as readonly Json[])[0]!, document);
  }
  switch (Array.isArray(schema['type']) ? (schema['type'] as readonly unknown[])[0] : schema['type']) {
    case 'object': {
      const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Json>>;
      const required = (schema['required'] ?? []) as readonly string[];
      return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name] ?? {}, document)]));
    }
    case 'array':
      return Array.from({ length: Number(schema['minItems'] ?? 0) }, () => sampleOf((schema['items'] ?? {}) as Json, document));
    case 'integer':
    case 'number':
      return Math.max(Number(schema['minimum'] ?? 1), 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      if (schema['format'] === 'date-time') return '2026-11-20T12:00:00Z';
      if (schema['format'] === 'date') return '2026-11-20';
      return 'x'.repeat(Math.max(Number(schema['minLength'] ?? 1), 1));
  }
}

function referred(reference: string, document: OpenApiDocument | undefined): Json {
  return reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => (value as Json)[key], document) as Json;
}
