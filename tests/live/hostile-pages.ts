import fc from 'fast-check';

import { LIVE_PAGES } from '../../src/web/live/pages/live-pages.ts';
import { ADDRESS_TEXTS, faultsInAny } from './hostile-requests.ts';
import { exchange, type RawAnswer } from './raw-exchange.ts';

const PAGES = [
  ...LIVE_PAGES.map(({ path }) => path.replace(':username', 'ada')),
  '/none',
  '/favicon.ico',
  '/assets',
  '/robots.txt',
  '/players/ada/card.png',
  '/board-card.png',
];

/** All URL parameters of a view, and an unknown one. */
const PARAMETERS = ['period', 'q', 'page', 'mode', 'text', 'category', 'board', 'at', 'unknown'];

/** Path traversal in its usual forms. */
const WAYS_OUT = [
  '/../pages.json',
  '/..%2fpages.json',
  '/%2e%2e/pages.json',
  '/assets/..%2f..%2fpages.json',
  '/..%5cpages.json',
  '//pages.json',
  '/./robots.txt',
  '/robots.txt%00.html',
  '/robots.txt/',
  '/index.html/..',
  '/.env',
  '/pages.json',
  '/build.json',
  '/render/live-render.js',
  '/robots.txt.gz',
];

const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'];

export interface HostilePageFigures {
  readonly requests: number;
  /** The slowest answer, in milliseconds, and its request. */
  readonly slowest: number;
  readonly slowestOf: string;
  readonly faults: readonly string[];
}

/** Requests pages and files in every unusual way on the lists, then in `runs` random ones. `seed` repeats a run. */
export async function hostilePages(port: number, runs: number, seed: number): Promise<HostilePageFigures> {
  const faults: string[] = [];
  let requests = 0;
  let slowest = 0;
  let slowestOf = '';

  async function ask(method: string, target: string, headers: readonly (readonly [string, string])[] = []): Promise<readonly string[]> {
    requests += 1;
    const what = `${method} ${target.slice(0, 200)} ${JSON.stringify(headers)}`;
    const began = performance.now();
    try {
      // oxlint-disable-next-line no-control-regex -- control characters are exactly what is meant
      const safe = target.replace(/[\u0000-\u0020\u007f]/g, (character) => encodeURIComponent(character));
      const answer = await exchange(port, { method, target: safe, headers });
      const took = performance.now() - began;
      if (took > slowest) [slowest, slowestOf] = [took, what];
      return faultsIn(answer).map((fault) => `${what}: ${fault}`);
    } catch (error) {
      return [`${what}: ${String(error)}`];
    }
  }

  for (const path of PAGES) {
    for (const text of ADDRESS_TEXTS) {
      for (const parameter of PARAMETERS) faults.push(...(await ask('GET', `${path}?${parameter}=${text}`)));
      faults.push(...(await ask('GET', `${path}?${text}`)), ...(await ask('GET', `${path}/${text}`)));
    }
  }
  for (const target of WAYS_OUT) faults.push(...(await ask('GET', target)));
  const text = fc.oneof(
    fc.constantFrom(...ADDRESS_TEXTS),
    fc.string({ unit: 'binary', maxLength: 60 }).map((each) => encodeURIComponent(each.toWellFormed())),
    fc.string({ maxLength: 60 }).map((each) => each.replace(/[\s#]/g, '')),
    fc.integer().map(String),
  );
  const parameter = fc.tuple(fc.constantFrom(...PARAMETERS), text).map((pair) => pair.join('='));
  const header = fc.tuple(
    fc.constantFrom('If-None-Match', 'Accept-Encoding', 'Range', 'If-Modified-Since', 'Cookie', 'Accept', 'If-Range'),
    fc.oneof(
      fc.constantFrom('*', 'br;q=0, *', 'gzip;q=x', 'bytes=9-1', 'bytes=-1,0-', '""', 'identity;q=0'),
      fc.string({ maxLength: 40 }).map((each) => each.replace(/[\r\n]/g, '')),
    ),
  );
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...METHODS),
        fc.oneof(
          fc.constantFrom(...PAGES, ...WAYS_OUT),
          text.map((each) => `/${each}`),
        ),
        fc.array(parameter, { maxLength: 4 }),
        fc.array(header, { maxLength: 3 }),
        async (method, path, parameters, headers) => {
          const found = await ask(method, parameters.length === 0 ? path : `${path}?${parameters.join('&')}`, headers);
          if (found.length > 0) throw new Error(found.join('\n'));
        },
      ),
      { numRuns: runs, seed, endOnFailure: true },
    );
  } catch (error) {
    faults.push(String(error).slice(0, 2_000));
  }
  return { requests, slowest, slowestOf, faults };
}

function faultsIn(answer: RawAnswer): readonly string[] {
  const faults = faultsInAny(answer);
  if (answer.body.includes('<script>alert(1)')) faults.push('a script of the address is in the page');
  if (answer.body.includes('"template":')) faults.push('a file that is not served');
  return faults;
}
