import type { HttpAnswer, HttpRequest } from '../http/http-message.ts';
import { entityTag } from '../http/bodies/entity-tag.ts';
import { readAnswer } from '../http/read-answer.ts';
import { CACHE_BUT_ASK, CACHE_FOR_EVER } from '../http/security-headers.ts';
import type { Picture } from '../pictures/picture.ts';
import type { SiteLook } from './site-look.ts';
import { webManifest } from './web-manifest.ts';

type LookFile = { readonly picture: Picture } | { readonly text: string; readonly type: string };

/** Device pixels per CSS pixel in the header. */
const DENSITY = 3;

/** Files of a look, by path below `base`, which override those of the build. */
export function lookFiles(look: SiteLook, base: string): ReadonlyMap<string, LookFile> {
  const { brand, identity, version } = look;
  if (version === '') return new Map();
  const { width = 0, height = 0 } = identity.logo ?? {};
  const logo: LookFile = { picture: { kind: 'logo', brand, width: DENSITY * width, height: DENSITY * height } };
  const icon = (size: number, inset = 0): LookFile => ({ picture: { kind: 'icon', brand, size, inset } });
  return new Map<string, LookFile>([
    ['/site.webmanifest', { text: webManifest(base, look), type: 'application/manifest+json' }],
    ['/icon-32.png', icon(32)],
    ['/icon-192.png', icon(192)],
    ['/icon-512.png', icon(512)],
    // Maskable icons may be cropped to the central 80 %.
    ['/icon-maskable-512.png', icon(512, 96)],
    ['/apple-touch-icon.png', icon(180, 22)],
    ['/social-card.png', { picture: { kind: 'site', brand } }],
    ...(identity.logo === null ? [] : [['/logo.png', logo] as const]),
  ]);
}

/** Serves the files of the current look, each drawn once; `undefined` for other paths. */
export function createLookFiles(look: () => SiteLook, draw: (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>) {
  let of: SiteLook | undefined;
  let files: ReadonlyMap<string, LookFile> = new Map();
  const drawn = new Map<LookFile, Promise<Uint8Array<ArrayBuffer>>>();

  function bodyOf(file: LookFile): Promise<Uint8Array<ArrayBuffer>> {
    const known = drawn.get(file);
    if (known !== undefined) return known;
    const body = 'text' in file ? Promise.resolve(new Uint8Array(Buffer.from(file.text))) : draw(file.picture);
    drawn.set(file, body);
    // Retries failures.
    body.catch(() => drawn.delete(file));
    return body;
  }

  return async (request: HttpRequest): Promise<HttpAnswer | undefined> => {
    const now = look();
    if (now !== of) {
      of = now;
      files = lookFiles(now, '/');
      drawn.clear();
    }
    const [path = '', query] = request.target.split('?');
    const file = files.get(path);
    if (file === undefined) return undefined;
    const body = await bodyOf(file);
    const etag = entityTag(body);
    const headers = { etag, 'cache-control': query === `v=${now.version}` ? CACHE_FOR_EVER : CACHE_BUT_ASK };
    return readAnswer(request, { headers, type: 'text' in file ? file.type : 'image/png', body });
  };
}
