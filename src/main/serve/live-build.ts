import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { PageParts } from './compose-page.ts';
import type { BuiltConsole } from './console-page.ts';
import type { CspHashes } from '../../server/http/security-headers.ts';
import type * as LiveRender from '../render/live-render.tsx';

/** Build output for the live server besides static files, written by `scripts/build-live.ts`. */
export interface BuiltPages {
  readonly template: string;
  readonly page: Pick<PageParts, 'css' | 'beforePaint' | 'startScripts'>;
  /** The scripts of each page by its path, entry first. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
  readonly csp: CspHashes;
  readonly console: BuiltConsole;
  /** Runs inline in documents, which no other script hydrates. */
  readonly documentScript: string;
  readonly embed: BuiltInline;
}

/** The styles, besides those of the site, and the script of a page that has both inline. */
export interface BuiltInline {
  readonly css: string;
  readonly script: string;
}

/** The built live edition. */
export interface LiveBuild extends BuiltPages {
  /** The folder of static files. */
  readonly files: string;
  /** The folder of the typeface for pictures. */
  readonly fonts: string;
  /** The file of the demo’s game. */
  readonly play: string;
  /** The file of the licences. */
  readonly licences: string;
  readonly render: (typeof LiveRender)['renderLive'];
  readonly renderDocument: (typeof LiveRender)['renderDocument'];
  readonly renderEmbed: (typeof LiveRender)['renderEmbed'];
  readonly playerCard: (typeof LiveRender)['playerCard'];
  readonly boardCard: (typeof LiveRender)['boardCard'];
}

/** The build folder: `build-live`, or next to BUILD_DIR. */
export function liveBuildFolder(env: Readonly<Record<string, string | undefined>>): string {
  return join(import.meta.dirname, '../../..', `${env['BUILD_DIR'] ?? 'build'}-live`);
}

/** @throws {Error} with advice, if there is no complete build. */
export async function openLiveBuild(folder: string): Promise<LiveBuild> {
  try {
    const built = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')) as BuiltPages;
    const { renderLive, renderDocument, renderEmbed, playerCard, boardCard } = (await import(
      pathToFileURL(join(folder, 'render/live-render.js')).href
    )) as typeof LiveRender;
    return {
      ...built,
      files: join(folder, 'site'),
      fonts: join(folder, 'fonts'),
      play: join(folder, 'play.json'),
      licences: join(folder, 'licences.json'),
      render: renderLive,
      renderDocument,
      renderEmbed,
      playerCard,
      boardCard,
    };
  } catch (error) {
    throw new Error('There is no complete build of the live edition. Run "npm run live", which builds first.', { cause: error });
  }
}
