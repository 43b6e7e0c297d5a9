// The type of an endpoint, and the types of its requests and answers.
import * as z from 'zod/mini';

import type { Role } from './role.ts';
import { whenOf } from './when.ts';

/** The largest request body, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A row of the endpoint table. Routing, validation and the OpenAPI document are derived from it. */
export interface TableEndpoint {
  /** Method and path; variables in braces, see `PATH_VARIABLES` in `api.ts`. */
  readonly route: `${Method} /${string}`;
  /** The role it needs. `read` needs no key; `none` is not even rate limited. */
  readonly role: Role | 'none';
  readonly summary: string;
  readonly description: string;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** A valid body. */
  readonly example?: object;
  /** The handler receives the raw body and validates it itself, because it reports more than a schema can. */
  readonly checksBody?: true;
  /** The largest body it accepts, if that is less than {@link MAX_BODY_BYTES} or more than public keys may send by default. */
  readonly maxBodyBytes?: number;
  /** Whether it accepts `If-Match` with the `etag` of the version to replace, and answers 412 if that has changed. */
  readonly isConditional?: true;
  /** By status; every other status is a problem. */
  readonly answers: Readonly<
    Record<number, { readonly description: string; readonly schema: z.ZodMiniType; readonly contentType?: string }>
  >;
  /** Problem statuses that nothing else implies: see `openapi.ts`. */
  readonly problems?: readonly number[];
  /** For operations fully described by their body: the CLI command generated from it. */
  readonly command?: CommandWords;
}

/** An endpoint with its route split into method and path. */
export interface Endpoint extends TableEndpoint {
  readonly method: Method;
  readonly path: string;
}

type Parted<Route> = Route extends `${infer M extends Method} ${infer Path}` ? { readonly method: M; readonly path: Path } : never;

/**
 * The endpoints of a table, each with its method and path.
 * @__NO_SIDE_EFFECTS__
 */
export function endpoints<const Table extends Readonly<Record<string, TableEndpoint>>>(
  table: Table,
): { readonly [Id in keyof Table]: Table[Id] & Parted<Table[Id]['route']> } {
  const parted = Object.entries(table).map(([id, endpoint]) => {
    const [method, path] = endpoint.route.split(' ');
    return [id, { ...endpoint, method, path }];
  });
  return Object.fromEntries(parted) as ReturnType<typeof endpoints<Table>>;
}

export interface CommandWords {
  /** For example "periods settle". */
  readonly name: string;
  /** The result; `{}` stands for the act's subject. */
  readonly done: string;
}

type VariablesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | VariablesIn<Rest> : never;

export type Variables<E extends Endpoint> = { readonly [Name in VariablesIn<E['path']>]: string };

/** A request value, deeply read-only. */
export type Sent<T> = T extends object ? { readonly [Key in keyof T]: Sent<T[Key]> } : T;

/** The schema of an endpoint's query; an unknown endpoint accepts any query. */
type QueryOf<E extends Endpoint> = E extends { readonly query: infer Query extends z.ZodMiniType }
  ? Query
  : 'query' extends keyof E
    ? z.ZodMiniType
    : typeof NO_QUERY;

/** The parsed query of an endpoint. */
export type ParsedQuery<E extends Endpoint> = z.output<QueryOf<E>>;

/** The path variables and query of a request. */
export type Addressed<E extends Endpoint> = Variables<E> & { readonly query?: Sent<z.input<QueryOf<E>>> | undefined };

/** A whole request: {@link Addressed}, and the body if the endpoint takes one. */
export type Asked<E extends Endpoint> = Addressed<E> &
  (E extends { readonly body: infer Body extends z.ZodMiniType } ? { readonly body: Sent<z.input<Body>> } : unknown);

/** An endpoint's answer, of any success status. */
export type Answer<E extends Endpoint> = z.output<E['answers'][keyof E['answers'] & number]['schema']>;

/** The request target for `addressed`. Undefined query parameters are left out. */
export function targetOf<const E extends Endpoint>({ path }: E, addressed: Addressed<E>): string {
  const { query = {}, ...variables } = addressed as { readonly query?: Readonly<Record<string, string | number | undefined>> };
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent((variables as Readonly<Record<string, string>>)[name]!));
  const said = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return said.length === 0 ? filled : `${filled}?${new URLSearchParams(said)}`;
}

export const NO_QUERY = z.strictObject({});

const WHEN_RULE = 'must be a day or a moment in the years 0001 to 9999, for example 2026-11-20 or 2026-11-20T18:00Z';

function whenIn(description: string) {
  return z.pipe(
    z
      .string()
      .check(z.minLength(1, WHEN_RULE))
      .register(z.globalRegistry, { description, examples: ['2026-11-20', '2026-11-20T18:00Z'] }),
    z.transform((text, context) => {
      try {
        return whenOf(text);
      } catch {
        context.issues.push({ code: 'custom', message: WHEN_RULE, input: text });
        return z.NEVER;
      }
    }),
  );
}

/** The parsed `at` of a query, see `when.ts`. Defaults to now. */
export const atSchema = z._default(whenIn('A day on the board’s calendar, or a moment with its UTC offset. Defaults to now.'), {
  kind: 'now',
});

/** The parsed `from` or `until` of a query. */
export const whenSchema = z.optional(whenIn('A day on the calendar, or a moment with its UTC offset.'));
