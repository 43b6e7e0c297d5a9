import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

import { decodedText } from '../../contract/read-text.ts';
import { acceptedEncodings, type Encoding } from './bodies/accepted-encodings.ts';
import { entityTag, matches } from './bodies/entity-tag.ts';
import type { HttpAnswer, HttpRequest } from './http-message.ts';
import { cacheControlFor } from './security-headers.ts';

/** Compressed copies are negotiated, not requested by name; `_headers` is for other hosts. */
const NEVER_BY_NAME = /(?:\.br|\.gz|\/_headers|\/404\.html)$/;

/** Hidden files. */
const HIDDEN = /(?:^|\/)\./;

const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** Types of the files in a build. Anything else is served as a download. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html;charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xml': 'text/xml',
};

export type StaticFiles = ReturnType<typeof openStaticFiles>;

/**
 * Opens the files below a folder. Must be called again after a new build.
 * @throws {Error} if the folder cannot be read.
 */
export function openStaticFiles(folder: string) {
  // A fixed list prevents path traversal.
  const files = new Set(pathsBelow(folder));
  // Builds are small enough to cache.
  const kept = new Map<string, { readonly body: Buffer<ArrayBuffer>; readonly etag: string }>();

  async function read(path: string) {
    const body = await readFile(join(folder, path));
    const file = { body, etag: entityTag(body) };
    kept.set(path, file);
    return file;
  }

  return {
    /** The file at a path; `/earn` finds `/earn/index.html`. `undefined` if there is none. */
    find(pathname: string): string | undefined {
      const path = decodedText(pathname);
      if (path === undefined) return undefined;
      const candidates = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}/index.html`];
      return candidates.find((candidate) => files.has(candidate) && !NEVER_BY_NAME.test(candidate));
    },
    /** Answers with a whole file (no ranges), compressed if accepted; without an entity tag for a 404. Rejects if it was deleted. */
    async answer(path: string, { header }: HttpRequest, status: 200 | 404 = 200): Promise<HttpAnswer> {
      const encoding = acceptedEncodings(header('accept-encoding') ?? undefined).find((each) => files.has(path + ENDINGS[each]));
      const sent = encoding === undefined ? path : path + ENDINGS[encoding];
      const { body, etag } = kept.get(sent) ?? (await read(sent));
      const headers = {
        'cache-control': cacheControlFor(path),
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        vary: 'Accept-Encoding',
        ...(encoding !== undefined && { 'content-encoding': encoding }),
        ...(status === 200 && { etag }),
      };
      return status === 200 && matches(header('if-none-match'), etag) ? { status: 304, headers, body: null } : { status, headers, body };
    },
  };
}

/** All paths below a folder, without hidden files: `/earn/index.html`. */
function pathsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).split(sep).join('/'))
    .filter((path) => !HIDDEN.test(path))
    .map((path) => `/${path}`);
}
