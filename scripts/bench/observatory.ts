import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ROOT } from '../tools/child-process.ts';
import { shownOnly, type Figure } from './figure.ts';
import type { ServedSite } from './served-site.ts';

const VERSION = '1.4.8';
const FOLDER = join(ROOT, 'node_modules/.cache/observatory');
const SCANNER = join(FOLDER, 'node_modules/@mdn/mdn-http-observatory');

/** A host name that cannot exist. */
const HOST = 'laurels.example';

const WANTED = 'A+';

/** The parts of axios used here; the scanner sends its requests with axios. */
interface Axios {
  readonly defaults: { adapter: unknown };
  readonly AxiosHeaders: new (headers: Readonly<Record<string, string>>) => unknown;
  readonly getAdapter: (name: 'http') => (config: AxiosRequest) => Promise<object>;
}

interface AxiosRequest {
  readonly url: string;
}

interface Scan {
  readonly scan: { readonly grade: string; readonly score: number; readonly testsPassed: number; readonly testsQuantity: number };
  readonly tests: Readonly<Record<string, { readonly pass: boolean; readonly result: string; readonly scoreModifier: number }>>;
}

/**
 * The grade of Mozilla's HTTP Observatory, by its own unmodified scanner, for our server's responses.
 *
 * The scanner is not a dependency: it brings 130 MB for a service and a database. It is installed separately on first use, without its
 * install script, which downloads lists of hosts. Its http and https requests are redirected to our server through an axios adapter. So two
 * things are assumed, not measured: that a host adds TLS, and redirects http to https, as the hosting guide says.
 */
export async function observatory(site: ServedSite): Promise<Figure[]> {
  const problem = install();
  if (problem !== undefined) {
    return [{ what: 'HTTP Observatory grade', measured: `scanner not to be had: ${problem}`, limit: WANTED, verdict: 'not measured' }];
  }
  const { default: axios } = (await import(pathToFileURL(join(FOLDER, 'node_modules/axios/index.js')).href)) as { default: Axios };
  const { scan } = (await import(pathToFileURL(join(SCANNER, 'src/scanner/index.js')).href)) as { scan: (host: string) => Promise<Scan> };
  axios.defaults.adapter = adapterTo(site.address, axios);
  const { scan: outcome, tests } = await scan(HOST);
  const failed = Object.entries(tests).filter(([, { pass }]) => !pass);
  return [
    {
      what: 'HTTP Observatory grade, TLS and the redirect to it assumed',
      measured: `${outcome.grade} (${outcome.score} points, ${outcome.testsPassed} of ${outcome.testsQuantity} tests passed)`,
      limit: WANTED,
      verdict: outcome.grade === WANTED ? 'ok' : 'over',
    },
    ...failed.map(([name, { result, scoreModifier }]) => shownOnly(`failed: ${name}`, `${result} (${scoreModifier})`)),
  ];
}

/** Answers http like a host with TLS, by redirecting to https, and https like our server. */
function adapterTo(address: string, axios: Axios) {
  const send = axios.getAdapter('http');
  return async (config: AxiosRequest): Promise<object> => {
    const url = new URL(config.url);
    if (url.protocol === 'http:') {
      url.protocol = 'https:';
      return { status: 301, statusText: 'Moved Permanently', headers: new axios.AxiosHeaders({ location: url.href }), data: '', config };
    }
    const response = await send({ ...config, url: new URL(url.pathname + url.search, address).href });
    return { ...response, config };
  };
}

/** Installs the scanner if needed; returns the error, if any. */
function install(): string | undefined {
  if (!existsSync(join(SCANNER, 'src/scanner/index.js'))) {
    console.log('Installing the HTTP Observatory scanner, once…');
    mkdirSync(FOLDER, { recursive: true });
    const args = [
      'install',
      '--prefix',
      FOLDER,
      '--ignore-scripts',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      '--fetch-retries=1',
    ];
    const { status, error, stderr } = spawnSync('npm', [...args, `@mdn/mdn-http-observatory@${VERSION}`], {
      cwd: FOLDER,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) return error?.message ?? (stderr.trim().split('\n')[0] || `npm ended with exit code ${status}`);
  }
  // The list that its install script would have written, empty: browsers have no preloaded TLS policy for this host.
  writeFileSync(join(SCANNER, 'conf/hsts-preload.json'), '{}');
  return undefined;
}
