import { readdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, sep } from 'node:path';

import sirv from 'sirv';

import { acceptedEncodings } from './accepted-encodings.ts';
import { cacheControlFor } from './security-headers.ts';

/** Compressed copies are chosen by the server, never asked for by name; `_headers` is a message to other hosts. */
const NEVER_BY_NAME = /(?:\.br|\.gz|\/_headers|\/404\.html)$/;

/** Parts of a path that begin with a dot: hidden files. */
const HIDDEN = /(?:^|\/)\./;

/** The files of a folder, as they may be asked for. */
export interface StaticFiles {
  /** The file behind a path with its leading slash, clean addresses included (`/earn` is `/earn/index.html`), or `undefined`. */
  find(pathname: string): string | undefined;
  /** Sends one that was found, compressed where the client takes it; `gone` is called when it no longer exists. */
  send(file: string, request: IncomingMessage, response: ServerResponse, gone: () => void): void;
}

/**
 * The files below a folder, as they are now: a site built again needs to be opened again.
 * @throws {Error} if the folder cannot be read.
 */
export function openStaticFiles(folder: string): StaticFiles {
  const files = servedFiles(folder);
  const sendFile = sirv(folder, { etag: true, brotli: true, gzip: true, extensions: [] });
  return {
    find(pathname) {
      const path = decoded(pathname);
      if (path === undefined) return undefined;
      const candidates = path.endsWith('/') ? [`${path}index.html`] : [path, `${path}/index.html`];
      return candidates.find((candidate) => files.has(candidate));
    },
    send(file, request, response, gone) {
      response.setHeader('Cache-Control', cacheControlFor(file));
      // A file that has gone since must end this response, not the process.
      response.once('pipe', (source) => source.once('error', () => response.destroy()));
      request.url = encodeURI(file);
      request.headers['accept-encoding'] = acceptedEncodings(request.headers['accept-encoding']).join(', ');
      // Ranges are optional in HTTP and useless for files this small, and sirv throws on one that runs backwards.
      delete request.headers.range;
      sendFile(request, response, gone);
    },
  };
}

/** The paths that may be asked for, as `/earn/index.html`. A list of what is there leaves no way out of the folder. */
function servedFiles(folder: string): ReadonlySet<string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).split(sep).join('/'))
    .filter((path) => !HIDDEN.test(path))
    .map((path) => `/${path}`);
  return new Set(paths.filter((path) => !NEVER_BY_NAME.test(path)));
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
