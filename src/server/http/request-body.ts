import { MAX_BODY_BYTES } from '../../contract/endpoint.ts';
import type { HttpRequest } from './http-message.ts';
import { Problem } from './problem.ts';

/** The largest request body with a public key, in bytes, unless an endpoint accepts more. */
export const MAX_PUBLIC_BODY_BYTES = 4096;

/** Skips a byte order mark. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the request body as JSON.
 * @throws {Problem} unsupported-media-type, too-large, or bad-request for anything but JSON in UTF-8.
 */
export async function jsonBody(request: HttpRequest, mostBytes = MAX_BODY_BYTES): Promise<unknown> {
  const type = request.header('content-type');
  if (type !== null && !/^application\/(?:[\w.-]+\+)?json *(?:;|$)/i.test(type)) {
    throw new Problem('unsupported-media-type', 'Send JSON, with the header "Content-Type: application/json".', [
      { field: 'Content-Type', rule: 'must be application/json' },
    ]);
  }
  const encoding = request.header('content-encoding');
  if (encoding !== null && encoding !== 'identity') {
    throw new Problem('unsupported-media-type', 'Send the body uncompressed.', [
      { field: 'Content-Encoding', rule: 'must be absent or identity' },
    ]);
  }
  if (Number(request.header('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes);
  let bytes: Uint8Array | undefined;
  try {
    bytes = await request.readBody(mostBytes);
  } catch {
    throw new Problem('bad-request', 'The body ended before it was complete.', [{ field: 'body', rule: 'must be complete' }]);
  }
  if (bytes === undefined) throw tooLarge(mostBytes);
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw notJson('The body is not UTF-8.');
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notJson(text === '' ? 'The body is empty.' : 'The body is not valid JSON.');
  }
}

function notJson(detail: string): Problem {
  return new Problem('bad-request', detail, [{ field: 'body', rule: 'must be JSON in UTF-8' }]);
}

function tooLarge(mostBytes: number): Problem {
  return new Problem('too-large', `The body exceeds ${mostBytes} bytes. Nothing was stored. Send less at once.`, [
    { field: 'body', rule: `must be at most ${mostBytes} bytes` },
  ]);
}
