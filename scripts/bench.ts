// `npm run bench`: the site's speed, weight and grade beside their limits. Parts can be named: npm run bench -- weight
// Exits with 1 if a limit is missed, with 2 if none is but something could not be measured.
import { availableParallelism, loadavg } from 'node:os';

import { buildIfStale } from './stale.ts';
import type { Figure } from './bench/figure.ts';
import { figureTable } from './bench/figure-table.ts';
import { interactions } from './bench/interactions.ts';
import { lighthouse } from './bench/lighthouse.ts';
import { observatory } from './bench/observatory.ts';
import { serveBuild, type ServedSite } from './bench/served-site.ts';
import { weight } from './bench/weight.ts';

const PARTS: Readonly<Record<string, (site: ServedSite) => Promise<Figure[]>>> = { weight, lighthouse, interactions, observatory };

/** A build of the bench's own, so that it neither measures nor disturbs what somebody is working on. */
const BUILD = 'build-bench/shipped';

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

// The limits are for the site at its own root, whatever the environment is set up to build.
delete process.env['BASE_PATH'];
delete process.env['SITE_URL'];
process.env['BUILD_DIR'] = BUILD;
await buildIfStale();
const site = await serveBuild(BUILD);
const figures = new Map<string, Figure[]>();
try {
  for (const [name, measure] of Object.entries(PARTS)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    console.log(`Measuring: ${name}…`);
    figures.set(name, await measure(site));
  }
} finally {
  await site.stop();
}

console.log(`\n${figureTable(figures)}\n`);
const load = loadavg()[0]!;
if (load > availableParallelism()) {
  console.log(
    `This machine is busy (load ${load.toFixed(1)} on ${availableParallelism()} processors): times are longer than they need be.`,
  );
}
const count = (verdict: Figure['verdict']) => [...figures.values()].flat().filter((figure) => figure.verdict === verdict).length;
console.log(`${count('ok')} ok, ${count('over')} over, ${count('not measured')} not measured`);
process.exitCode = count('over') > 0 ? 1 : count('not measured') > 0 ? 2 : 0;
