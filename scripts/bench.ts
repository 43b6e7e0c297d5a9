// `npm run bench`: the site's speed, weight and grade, and the live edition's speed, beside their limits. Parts can be named: npm run bench
// -- weight live Exits with 1 if a limit is missed, with 2 if none is but something could not be measured.
import { buildIfStale } from './build/stale.ts';
import type { Figure } from './bench/figure.ts';
import { bulk } from './bench/bulk.ts';
import { ingest } from './bench/ingest.ts';
import { interactions } from './bench/interactions.ts';
import { lighthouse } from './bench/lighthouse.ts';
import { live } from './bench/live.ts';
import { liveGrowth } from './bench/live-growth.ts';
import { livePages } from './bench/live-pages.ts';
import { livePlayers } from './bench/live-players.ts';
import { chosenParts, measureParts } from './bench/measure-parts.ts';
import { observatory } from './bench/observatory.ts';
import { peers } from './bench/peers.ts';
import { plays } from './bench/plays.ts';
import { postgres } from './bench/postgres.ts';
import { serveBuild, type ServedSite } from './bench/served-site.ts';
import { weight } from './bench/weight.ts';

/** Parts that measure the built site, and parts that need none. */
const OF_THE_SITE: Readonly<Record<string, (site: ServedSite) => Promise<Figure[]>>> = { weight, lighthouse, interactions, observatory };
const OF_THE_SERVER: Readonly<Record<string, () => Promise<Figure[]>>> = {
  live,
  ingest,
  bulk,
  'live-pages': livePages,
  'live-players': livePlayers,
  'live-growth': liveGrowth,
  plays,
  peers,
  postgres,
};

/** A separate build, so that the bench does not disturb a working copy's build. */
const BUILD = 'build-bench/shipped';

try {
  const chosen = chosenParts([...Object.keys(OF_THE_SITE), ...Object.keys(OF_THE_SERVER)], process.argv.slice(2));
  process.exitCode = await measure(chosen);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

async function measure(chosen: readonly string[]): Promise<number> {
  const site = chosen.some((name) => Object.hasOwn(OF_THE_SITE, name)) ? await builtSite() : undefined;
  try {
    return await measureParts(new Map(chosen.map((name) => [name, () => OF_THE_SERVER[name]?.() ?? OF_THE_SITE[name]!(site!)])));
  } finally {
    await site?.stop();
  }
}

async function builtSite(): Promise<ServedSite> {
  // The limits are for the site at its root, so this ignores the environment.
  delete process.env['BASE_PATH'];
  delete process.env['SITE_URL'];
  process.env['BUILD_DIR'] = BUILD;
  await buildIfStale();
  return serveBuild(BUILD);
}
