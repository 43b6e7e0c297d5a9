import type { HttpRequest } from '../../http/http-message.ts';
import type { PassedRequest } from './messages.ts';

/** Bodies up to this are passed with their request. */
const SMALL_BODY_BYTES = 64 * 1024;

/** Whether a request may have a body. */
export function mayHaveBody({ method }: Pick<HttpRequest, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** A request as it is sent to another thread. */
export async function passedRequest(request: HttpRequest): Promise<PassedRequest> {
  const { method, target, caller, id = '' } = request;
  const headers = request.headers?.() ?? {};
  const isSmall = mayHaveBody(request) && Number(headers['content-length'] ?? Infinity) <= SMALL_BODY_BYTES;
  // One that is incomplete is refused where it is asked for.
  const body = isSmall ? await request.readBody(SMALL_BODY_BYTES).catch(() => undefined) : undefined;
  return { method, target, caller, id, headers, body: body && ownBytes(body) };
}

/** The request in the thread that received it. `readRest` reads a body that was not sent with it. */
export function requestOf(
  { headers, body, ...passed }: PassedRequest,
  readRest: HttpRequest['readBody'] = async () => undefined,
): HttpRequest {
  return {
    ...passed,
    header: (name) => headers[name] ?? null,
    headers: () => headers,
    readBody: async (mostBytes) => {
      if (body !== undefined) return body.length > mostBytes ? undefined : body;
      return mayHaveBody(passed) ? readRest(mostBytes) : new Uint8Array();
    },
  };
}

/** A copy that shares no memory with other requests. */
export function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
