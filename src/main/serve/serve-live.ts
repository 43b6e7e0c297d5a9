import { resolve } from 'node:path';

import { quoted } from '../../server/data/checkup/finding.ts';
import { type DataPlace, placeText } from '../../server/operation/data-place.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import { MINUTE_MS } from '../../domain/durations.ts';
import { Drawing } from '../../server/pictures/drawing.ts';
import { openLog } from '../../server/watching/open-log.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { openStaticFiles } from '../../server/http/static-files.ts';
import { createStoreSource } from '../../server/answers/store-source.ts';
import { createConsolePage } from './console-page.ts';
import { liveBuildFolder, openLiveBuild } from './live-build.ts';
import { createLivePages } from './live-pages.ts';
import { createSharedCards } from './shared-cards.ts';
import { previewPage } from './preview-page.ts';
import { type LiveServer, startLive } from './start-live.ts';

/**
 * Starts the built live edition. `clock` and `steady` as in `LiveParts`.
 * @throws {Error} with advice, if it cannot start.
 */
export async function serveLive(settings: LiveSettings, clock: () => number, steady: () => number): Promise<LiveServer> {
  const log = openLog(settings.log, process.stderr.fd, process.stderr.isTTY, clock);
  process.once('exit', () => log.flush());
  const build = await openLiveBuild(liveBuildFolder(process.env));
  const drawing = new Drawing(build.fonts);
  return startLive({
    settings,
    pages: (boards, appearance) => {
      const source = createStoreSource(boards, () => appearance.look.identity.points);
      const pages = createLivePages({
        build,
        origin: settings.url,
        source,
        look: () => appearance.look,
        // Periods begin at whole minutes, in whatever zone.
        revision: () => `${boards.changes.mark()} ${boards.changes.heardUntil ?? ''} ${Math.floor(clock() / MINUTE_MS)}`,
        // Paths may contain names of players, which cannot be erased from logs.
        log: (line) => log.tell(line, { level: 'debug' }),
      });
      return createSharedCards(
        {
          source,
          playerCard: (page) => build.playerCard(page, appearance.look.identity.points),
          boardCard: (view) => build.boardCard(view, appearance.look.identity.points),
          look: () => appearance.look.version,
          draw: (card) => drawing.draw({ ...card, brand: appearance.look.brand }),
        },
        pages,
      );
    },
    consolePage: (appearance) =>
      createConsolePage(
        build.console,
        () => appearance.look,
        (request) => previewPage(build, appearance.look, request),
      ),
    draw: (picture) => drawing.draw(picture),
    files: openStaticFiles(build.files),
    readerModule: new URL('reader-thread.ts', import.meta.url),
    headers: securityHeaders(build.csp),
    clock,
    steady,
    log: log.tell,
    onAnswered: log.answered,
    giveUp(error) {
      log.tell(error instanceof Error ? error.message : String(error), { level: 'error' });
      process.exit(1);
    },
  });
}

/** The address, the first key once, the first owner's link or how to get one, and what to try. `command` runs the command line. */
export function greeting({ url, data, firstKey }: LiveServer, command: string, link?: string): string {
  const event = `{"id":"first-1","username":"ada","points":100}`;
  return [
    `Laurels, live edition: ${url}`,
    `Data: ${placeText(data)}`,
    ...(firstKey === undefined ? [] : ['', `Your owner key, shown only this once: ${firstKey}`]),
    '',
    ...(link === undefined
      ? ['For a link to sign in to the console as an owner:', `  ${settingOf(data)}${command} operators invite --role owner`]
      : [`Join as the owner. The link works once, for 30 minutes: ${link}`]),
    '',
    'Create a key for your game, and keep the owner key to yourself:',
    `  ${settingOf(data)}${command} keys add game --role write`,
    '',
    'Try:',
    `  curl -H 'Authorization: Bearer YOUR-KEY' -H 'Content-Type: application/json' -d '${event}' ${quoted(`${url}/api/v1/points`)}`,
    `  Open ${url} in a browser and see it arrive`,
    `  ${settingOf(data)}${command} import FILE.csv`,
  ].join('\n');
}

/** The setting that commands need to find the data. */
function settingOf(data: DataPlace): string {
  if (data.kind === 'postgres') return 'LAURELS_DATABASE=… ';
  return data.folder === resolve('data') ? '' : `LAURELS_DATA=${quoted(data.folder)} `;
}
