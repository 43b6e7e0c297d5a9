// What an endpoint of the API is, and what is asked of it: one entry of the table in `api.ts`.
import * as z from 'zod/mini';

import type { Role } from './role.ts';
import { whenOf } from './when.ts';

/** The largest body of a request, in bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** An endpoint as a table has it. What the server routes and checks by, and what the OpenAPI document is made from. */
export interface TableEndpoint {
  /** The method and the path. Parts in braces are variables: see `PATH_VARIABLES` in `api.ts`. */
  readonly route: `${Method} /${string}`;
  /** The role it needs. `read` is open to everybody, with a key or without; `none` is not even counted. */
  readonly role: Role | 'none';
  readonly summary: string;
  readonly description: string;
  /** None, if it is left out. */
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** A body that can be sent as it is. */
  readonly example?: object;
  /** The handler is given the body as it was sent and checks it itself, because it says more of it than a schema can. */
  readonly checksBody?: true;
  /** Whether the header `If-Match` may name the `etag` of what is replaced: if something else is there by then, the answer is 412. */
  readonly isConditional?: true;
  /** By status; every other one is a problem. */
  readonly answers: Readonly<
    Record<number, { readonly description: string; readonly schema: z.ZodMiniType; readonly contentType?: string }>
  >;
  /** Statuses of problems that nothing else here implies: see `openapi.ts`. */
  readonly problems?: readonly number[];
  /** Of an act that is asked for by what its body has, and nothing else: the console's form and the command follow from it. */
  readonly form?: FormWords;
}

/** One address and method of the API. */
export interface Endpoint extends TableEndpoint {
  readonly method: Method;
  readonly path: string;
}

type Parted<Route> = Route extends `${infer M extends Method} ${infer Path}` ? { readonly method: M; readonly path: Path } : never;

/**
 * The endpoints of a table by their ids, each with its method and its path.
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

/** What people read of an act where they ask for it. `{}` stands for what it is done to. */
export interface FormWords {
  /** The button that opens its form: "Reject". */
  readonly label: string;
  readonly title: string;
  /** The button that does it: "Reject the points". */
  readonly order: string;
  /** What follows from it, in a sentence or two. */
  readonly explained: string;
  /** What helps to fill in a field, by the field's name. */
  readonly hints?: Readonly<Record<string, string>>;
  readonly done: string;
  /** Its command, such as "players freeze", if the program has no words of its own for it. */
  readonly command?: string;
}

type VariablesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | VariablesIn<Rest> : never;

/** The variables of an endpoint's path. */
export type Variables<E extends Endpoint> = { readonly [Name in VariablesIn<E['path']>]: string };

/** A value that nobody changes, as it is sent. */
export type Sent<T> = T extends object ? { readonly [Key in keyof T]: Sent<T[Key]> } : T;

/** The schema of an endpoint's query; of an endpoint that is not known, any. */
type QueryOf<E extends Endpoint> = E extends { readonly query: infer Query extends z.ZodMiniType }
  ? Query
  : 'query' extends keyof E
    ? z.ZodMiniType
    : typeof NO_QUERY;

/** The query of an endpoint, as it is parsed. */
export type ParsedQuery<E extends Endpoint> = z.output<QueryOf<E>>;

/** What an address of an endpoint says: its variables, and its query. */
export type Addressed<E extends Endpoint> = Variables<E> & { readonly query?: Sent<z.input<QueryOf<E>>> | undefined };

/** Everything that is asked of an endpoint: {@link Addressed}, with the body if it takes one. */
export type Asked<E extends Endpoint> = Addressed<E> &
  (E extends { readonly body: infer Body extends z.ZodMiniType } ? { readonly body: Sent<z.input<Body>> } : unknown);

/** What an endpoint answers, whichever status it has. */
export type Answer<E extends Endpoint> = z.output<E['answers'][keyof E['answers'] & number]['schema']>;

/** The path and query that ask `addressed` of an endpoint. What is `undefined` in the query is left out. */
export function targetOf<const E extends Endpoint>({ path }: E, addressed: Addressed<E>): string {
  const { query = {}, ...variables } = addressed as { readonly query?: Readonly<Record<string, string | number | undefined>> };
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent((variables as Readonly<Record<string, string>>)[name]!));
  const said = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, `${value}`]]));
  return said.length === 0 ? filled : `${filled}?${new URLSearchParams(said)}`;
}

/** The query of an endpoint that takes none. */
export const NO_QUERY = z.strictObject({});

const WHEN_RULE = 'must be a day or a moment, such as 2026-11-20 or 2026-11-20T18:00Z, in the years 0001 to 9999';

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

/** The `at` of a query, understood: see `when.ts`. Now, if it is left out. */
export const atSchema = z._default(whenIn('A day on the board’s calendar, or a moment with its UTC offset. Now if left out.'), {
  kind: 'now',
});

/** The `from` or `until` of a query, understood as an `at` is. */
export const whenSchema = z.optional(whenIn('A day on the calendar, or a moment with its UTC offset.'));
