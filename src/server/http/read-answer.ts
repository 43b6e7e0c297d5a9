import { matches } from './bodies/entity-tag.ts';
import type { HttpAnswer, HttpRequest } from './http-message.ts';
import { Problem } from './problem.ts';

/** Readable content. `headers` are sent with a 304, too. */
interface Content extends Pick<HttpAnswer, 'body' | 'route'> {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>> & { readonly etag: string };
  readonly type: string;
}

/** @throws {Problem} method-not-allowed unless the request only reads. `what` names the content: "Pages". */
export function refuseWriting({ method }: HttpRequest, what: string): void {
  if (method !== 'GET' && method !== 'HEAD')
    throw new Problem('method-not-allowed', `${what} can only be read.`, [], { allow: 'GET, HEAD' });
}

/** Answers a GET or HEAD request, with 304 if the entity tag matches. */
export function readAnswer({ method, header }: HttpRequest, { status = 200, headers, type, body, route }: Content): HttpAnswer {
  if (status === 200 && matches(header('if-none-match'), headers.etag)) return { status: 304, headers, body: null, route };
  return { status, headers: { ...headers, 'content-type': type }, body: method === 'HEAD' ? null : body, route };
}
