// Serves the live edition. Every setting is an environment variable; the README has the table.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { type LiveSettings, parseLiveSettings } from '../server/live-settings.ts';
import { securityHeaders, type CspHashes } from '../server/security-headers.ts';
import { createStaticSite } from '../server/static-site.ts';
import { createLivePages } from './live-pages.ts';
import { type LiveServer, startLive } from './start-live.ts';

const BUILD = join(import.meta.dirname, '../..', process.env['BUILD_DIR'] ?? 'build');

/**
 * Starts the live edition on the built site and stops it on SIGTERM or SIGINT.
 * @throws {Error} saying what to do, if anything keeps it from starting.
 */
export async function serveLive(settings: LiveSettings): Promise<LiveServer> {
  const { base } = readBuilt('build.json') as { base: string };
  const headers = securityHeaders(readBuilt('csp.json') as CspHashes);
  const site = createStaticSite({ folder: join(BUILD, 'site'), base, headers, log: console.log });
  const server = await startLive({ settings, pages: createLivePages, site, headers, log: console.error });

  // A terminal signals the whole group and npm passes the signal on: it may come twice and must stop us once.
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return server;
}

/** The address, the first key once, and three lines to try. */
export function greeting({ url, data, firstKey }: LiveServer): string {
  const event = `{"id":"first-1","username":"ada","points":100}`;
  return [
    `Laurels, live edition: ${url}`,
    `Data: ${data}`,
    ...(firstKey === undefined ? [] : ['', `Your first API key, shown this once: ${firstKey}`]),
    '',
    'Try:',
    `  curl -H 'Authorization: Bearer ${firstKey ?? 'YOUR-KEY'}' -H 'Content-Type: application/json' -d '${event}' ${url}/api/v1/points`,
    `  open ${url}/ and watch`,
    `  ${data === resolve('data') ? '' : `LAURELS_DATA='${data}' `}npx laurels import FILE.csv`,
  ].join('\n');
}

function readBuilt(name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(BUILD, name), 'utf8'));
  } catch (error) {
    throw new Error(`There is no whole build to serve (${name} cannot be read): run "npm run live", which builds first.`, { cause: error });
  }
}

function fail(error: unknown): never {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

if (import.meta.main) {
  try {
    console.log(greeting(await serveLive(parseLiveSettings(process.env))));
  } catch (error) {
    fail(error);
  }
}
