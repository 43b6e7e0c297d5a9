// The console's API client: it calls the public API as the signed-in person.
import { createContext, use } from 'react';

import { type EndpointId, ENDPOINTS } from '../../../contract/api.ts';
import { type Asked, type Endpoint, targetOf } from '../../../contract/endpoint.ts';
import type { Exchanged } from '../../../contract/exchange.ts';
import { CONSOLE_HEADER } from '../../../contract/operation/console-headers.ts';

export type Operations = typeof ENDPOINTS;

/** The header without which a session is ignored. */
export const AS_CONSOLE = { [CONSOLE_HEADER]: '1' };

/** Calls an operation; provided where the console starts. */
export type Ask = <Id extends EndpointId>(
  id: Id,
  asked?: Asked<Operations[Id]>,
  headers?: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => Promise<Exchanged<Operations[Id]>>;

/** A request to any operation. */
export interface AnyAsked {
  /** Path variables. */
  readonly [variable: string]: unknown;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** The request as a curl command with a placeholder for the key. */
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

/** A text quoted as one shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

export const AskContext = createContext<Ask | undefined>(undefined);

export function useAsk(): Ask {
  const ask = use(AskContext);
  if (ask === undefined) throw new Error('Nobody said what the console asks.');
  return ask;
}
