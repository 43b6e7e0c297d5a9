import type { HttpAnswer, HttpRequest } from './http-message.ts';
import { Problem } from './problem.ts';

/** A file to send, which may be larger than memory. */
export interface SentFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** The suggested file name: letters, digits, dots and hyphens. */
  readonly name: string;
}

/**
 * Answers with a file, or the requested range of bytes. Never cached, because it is for the caller alone. Multiple ranges are ignored, as
 * RFC 9110 allows.
 * @throws {Problem} range-not-satisfiable for a range that begins after the end.
 */
export function fileAnswer({ header }: Pick<HttpRequest, 'header'>, { path, size, name }: SentFile): HttpAnswer {
  const etag = `"${name}-${size}"`;
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag,
  };
  if (size === 0) return { status: 200, headers, body: '' };
  const ifRange = header('if-range');
  const range = ifRange === null || ifRange === etag ? stretchOf(header('range') ?? '', size) : undefined;
  if (range === undefined) return { status: 200, headers, body: null, file: { path, from: 0, bytes: size } };
  if (range.from >= size || range.bytes <= 0)
    throw new Problem('range-not-satisfiable', `The file has ${size} bytes.`, [{ field: 'range', rule: 'must begin within the file' }], {
      'content-range': `bytes */${size}`,
    });
  const { from, bytes } = range;
  const part = { ...headers, 'content-range': `bytes ${from}-${from + bytes - 1}/${size}` };
  return { status: 206, headers: part, body: null, file: { path, from, bytes } };
}

/** The range in a Range header: `bytes=0-99`, `bytes=100-` or `bytes=-100`. */
function stretchOf(range: string, size: number): { readonly from: number; readonly bytes: number } | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const bytes = Math.min(Number(last), size);
    return { from: size - bytes, bytes };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return undefined;
  return { from, bytes: Math.min(last === '' ? size : Number(last) + 1, size) - from };
}
