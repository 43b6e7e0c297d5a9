import { resolve } from 'node:path';

import { quoted } from '../../server/data/checkup/finding.ts';
import { type DataPlace, placeText } from '../../server/operation/data-place.ts';
import type { LiveSettings } from '../../server/operation/live-settings.ts';
import { programVersion } from '../../server/operation/this-process.ts';
import { Drawing } from '../../server/pictures/drawing.ts';
import { journalPriority } from '../../server/watching/journal-priority.ts';
import { openLog } from '../../server/watching/open-log.ts';
import { securityHeaders } from '../../server/http/security-headers.ts';
import { openStaticFiles } from '../../server/http/static-files.ts';
import { privacySettings } from '../../server/privacy/privacy-page.ts';
import { createConsolePage } from './console-page.ts';
import { liveBuildFolder, openLiveBuild } from './live-build.ts';
import { previewPage } from './preview-page.ts';
import { createSitePages } from './site-pages.ts';
import { type LiveServer, startLive } from './start-live.ts';
import type { GivenInvitation } from '../../server/operators/operators.ts';

/**
 * Starts the built live edition. `clock` and `steady` as in `LiveParts`.
 * @throws {Error} with advice, if it cannot start.
 */
export async function serveLive(
  settings: LiveSettings,
  clock: () => number,
  steady: () => number,
  isOnTerminal = process.stdout.isTTY,
): Promise<LiveServer> {
  const { fd, isTTY } = process.stderr;
  const log = openLog(settings.log, fd, isTTY, clock, journalPriority(fd, process.env['JOURNAL_STREAM']));
  process.once('exit', () => log.flush());
  const build = await openLiveBuild(liveBuildFolder(process.env));
  const drawing = new Drawing(build.fonts);
  const server = await startLive({
    settings,
    pages: createSitePages({
      build,
      origin: settings.url,
      privacy: privacySettings(settings),
      playKey: settings.playKey,
      draw: (picture) => drawing.draw(picture),
      clock,
      log: log.tell,
    }),
    consolePage: (appearance) =>
      createConsolePage(
        build.console,
        () => appearance.look,
        (request) => previewPage(build, appearance.look, request),
      ),
    draw: (picture) => drawing.draw(picture),
    files: openStaticFiles(build.files),
    build: liveBuildFolder(process.env),
    headers: securityHeaders(build.csp),
    clock,
    steady,
    isOnTerminal,
    log: log.tell,
    onAnswered: log.answered,
    giveUp(error) {
      log.tell(error instanceof Error ? error.message : String(error), { level: 'error' });
      process.exit(1);
    },
  });
  log.tell(`Laurels ${programVersion()} listens on ${server.url}`, { level: 'info' });
  return server;
}

/** The address, the first key once, the first owner's link and code or how to get them, and what to try. `command` runs the command line. */
export function greeting({ url, data, firstKey }: LiveServer, command: string, owner?: GivenInvitation): string {
  const event = `{"id":"first-1","username":"ada","points":100}`;
  return [
    `Laurels ${programVersion()}, live edition: ${url}`,
    `Data: ${placeText(data)}`,
    ...(firstKey === undefined ? [] : ['', `Your owner key, shown only this once: ${firstKey}`]),
    '',
    ...(owner === undefined
      ? ['For a link to sign in to the console as an owner:', `  ${settingOf(data)}${command} operators invite --role owner`]
      : [
          `Set up your site in a browser. The link works once, for 30 minutes: ${owner.link}`,
          `Or open the site, and enter the code: ${owner.code}`,
        ]),
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
