// How the console asks: as the person who is signed in, over the same API as every program.
import { createContext, use } from 'react';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import { type Asked, type Endpoint, targetOf } from '../../../contract/endpoint.ts';
import type { Exchanged } from '../../../contract/exchange.ts';

/** The operations by their ids. */
export type Operations = typeof ENDPOINTS;

/** What asks the server; given by whoever starts the console. */
export type Ask = <Id extends EndpointId>(
  id: Id,
  asked?: Asked<Operations[Id]>,
  headers?: Readonly<Record<string, string>>,
) => Promise<Exchanged<Operations[Id]>>;

/** What is asked of an operation, whichever it is. */
export interface AnyAsked {
  /** What its path is filled with. */
  readonly [variable: string]: unknown;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** The same request as somebody would type it, for a shell. The key is theirs to put in. */
export function requestText(id: EndpointId, asked: AnyAsked, origin: string): string {
  const { method }: Endpoint = ENDPOINTS[id];
  const { body, ...addressed } = asked;
  const target = targetOf<Endpoint>(ENDPOINTS[id], addressed);
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + target)}`,
    `-H 'Authorization: Bearer YOUR-KEY'`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ');
}

/** A text as a shell takes it for one word, whatever is in it. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What the console asks. */
export const AskContext = createContext<Ask | undefined>(undefined);

export function useAsk(): Ask {
  const ask = use(AskContext);
  if (ask === undefined) throw new Error('Nobody said what the console asks.');
  return ask;
}
