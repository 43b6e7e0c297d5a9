import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';

import { decodedText } from '../../contract/read-text.ts';
import { acceptedEncodings, type Encoding } from './bodies/accepted-encodings.ts';
import { entityTag, matches } from './bodies/entity-tag.ts';
import type { HttpAnswer, HttpRequest } from './http-message.ts';
import { cacheControlFor } from './security-headers.ts';

/** Compressed copies are chosen by the server, never asked for by name; `_headers` is a message to other hosts. */
const NEVER_BY_NAME = /(?:\.br|\.gz|\/_headers|\/404\.html)$/;

/** Parts of a path that begin with a dot: hidden files. */
const HIDDEN = /(?:^|\/)\./;

/** What the compressed copy of a file ends with. */
const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** What the builds write. Anything else is bytes to save. */
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

/** The files of a folder, as they may be asked for. */
export type StaticFiles = ReturnType<typeof openStaticFiles>;

/**
 * The files below a folder, as they are now: a site built again needs to be opened again.
 * @throws {Error} if the folder cannot be read.
 */
export function openStaticFiles(folder: string) {
  // A list of what is there leaves no way out of the folder.
  const files = new Set(pathsBelow(folder));
  // The builds are a few megabytes, so what was sent once is kept.
  const kept = new Map<string, { readonly body: Buffer<ArrayBuffer>; readonly etag: string }>();

  async function read(path: string) {
    const body = await readFile(join(folder, path));
    const file = { body, etag: entityTag(body) };
    kept.set(path, file);
    return file;
  }

  return {
    /** The file behind a path with its leading slash, clean addresses included (`/earn` is `/earn/index.html`), or `undefined`. */
    find(pathname: string): string | undefined {
      const path = decodedText(pathname);
      if (path === undefined) return undefined;
      const candidates = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}/index.html`];
      return candidates.find((candidate) => files.has(candidate) && !NEVER_BY_NAME.test(candidate));
    },
    /**
     * Answers with a file, compressed if the client takes it: always all of it, because ranges are useless for files this
     * small. With status 404 it is the page that says so, and has no entity tag. Rejects if the file has gone since.
     */
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

/** Every path below a folder but hidden ones, as `/earn/index.html`. */
function pathsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).split(sep).join('/'))
    .filter((path) => !HIDDEN.test(path))
    .map((path) => `/${path}`);
}
