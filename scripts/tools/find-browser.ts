import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { chromium } from '@playwright/test';

import { NODE, ROOT } from './child-process.ts';

/** A working Chromium, and its origin. */
export interface FoundBrowser {
  readonly how: 'CHROME_PATH' | 'installed' | 'Playwright' | 'downloaded' | 'apt';
  readonly executablePath: string;
}

const IS_LINUX_ROOT = process.platform === 'linux' && process.getuid?.() === 0;

/** Whether Debian packages can be installed. */
const HAS_APT = IS_LINUX_ROOT && existsSync('/usr/bin/apt-get');

/**
 * Arguments for a Chromium under test: quiet, without background traffic. The sandbox stays on where possible; for root on Linux it is not.
 */
export const LAUNCH_ARGS: readonly string[] = [
  ...(IS_LINUX_ROOT ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // There are more browsers than cores: parallel compile threads cost more than they save.
  '--js-flags=--single-threaded',
  // The headless shell would hint letters differently from a windowed browser, and so break lines differently.
  '--font-render-hinting=none',
];

/** Debian's browser, and the same engine without a window. */
const FULL_OF_DEBIAN = '/usr/bin/chromium';
const SHELL_OF_DEBIAN = '/usr/bin/chromium-headless-shell';

const EMOJI_FONT = /emoji/i;

/**
 * Fonts that visitors have and a bare server lacks: emoji, and Arial or its metric twin, on which the fallback typeface is based
 * (`scripts/build/fallback-font.ts`). With DejaVu alone, the page shifts when the typeface loads.
 */
const NEEDED_FONTS = [
  { file: EMOJI_FONT, debianPackage: 'fonts-noto-color-emoji' },
  { file: /arial|liberationsans-|helvetica/i, debianPackage: 'fonts-liberation' },
] as const;

/** How long a browser may take to print its version, in milliseconds. */
const START_LIMIT_MS = 20_000;

/** How long a download may go without progress, in milliseconds. */
const SILENCE_LIMIT_MS = 45_000;

/**
 * Finds a Chromium for tests, or installs one. In order: `CHROME_PATH`, an installed Chrome, Chromium or Edge, Playwright's own, a download
 * by Playwright, and apt as root on Debian.
 *
 * @throws {Error} saying what to do, if `CHROME_PATH` is set but does not start, or if all ways failed.
 */
export async function findBrowser(): Promise<FoundBrowser> {
  const found = await foundOrInstalled();
  const missing = HAS_APT ? NEEDED_FONTS.filter(({ file }) => !hasFont(file)).map(({ debianPackage }) => debianPackage) : [];
  if (missing.length > 0) {
    console.log(`Installing fonts that pages are tested with (${missing.join(', ')}) with apt…`);
    installWithApt(...missing);
  }
  return found;
}

/** Whether this machine's browsers have an emoji font. Without one, pages show initials. */
export function hasEmojiFont(): boolean {
  return hasFont(EMOJI_FONT);
}

/** Whether a font file's name matches. Systems other than Linux always have an emoji font and Arial. */
function hasFont(file: RegExp): boolean {
  if (process.platform !== 'linux') return true;
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.fonts'), join(homedir(), '.local/share/fonts')];
  return folders.some((folder) => existsSync(folder) && readdirSync(folder, { recursive: true }).some((name) => file.test(String(name))));
}

async function foundOrInstalled(): Promise<FoundBrowser> {
  const chosen = process.env['CHROME_PATH'];
  if (chosen) {
    if (starts(chosen)) return { how: 'CHROME_PATH', executablePath: chosen };
    throw new Error(`CHROME_PATH is ${JSON.stringify(chosen)}, but no browser starts from there.`);
  }
  if (HAS_APT && !existsSync(SHELL_OF_DEBIAN) && starts(FULL_OF_DEBIAN)) {
    console.log('Installing the headless shell of this Chromium with apt: it takes a third less of the processor…');
    installWithApt('chromium-headless-shell');
  }
  const installed = installedBrowser();
  if (installed !== undefined) return { how: 'installed', executablePath: installed };

  const own = chromium.executablePath();
  if (starts(own)) return { how: 'Playwright', executablePath: own };

  console.log('No Chromium on this machine. Downloading one…');
  if ((await download()) && starts(own)) return { how: 'downloaded', executablePath: own };

  if (HAS_APT) {
    console.log('The download failed, or its browser does not start. Installing one with apt…');
    installWithApt('chromium-headless-shell');
    const fromApt = installedBrowser();
    if (fromApt !== undefined) return { how: 'apt', executablePath: fromApt };
  }
  throw new Error(
    'No Chromium found, and none could be installed. Install Chrome, Chromium or Edge, or set CHROME_PATH to one, ' +
      'or run: npx playwright install --with-deps chromium',
  );
}

function installedBrowser(): string | undefined {
  return candidates().find(starts);
}

function candidates(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
  }
  if (process.platform === 'win32') {
    const folders = ['ProgramFiles', 'ProgramFiles(x86)', 'LOCALAPPDATA'].map((name) => process.env[name] ?? '');
    return folders.flatMap((folder) =>
      ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map((file) => join(folder, file)),
    );
  }
  // The headless shell first: the same engine without a window uses a third less processor time.
  const names = [
    'chromium-headless-shell',
    'google-chrome-stable',
    'google-chrome',
    'chromium',
    'chromium-browser',
    'microsoft-edge-stable',
    'microsoft-edge',
  ];
  return ['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) => names.map((name) => join(folder, name)));
}

/** Whether a browser runs. The file alone proves nothing: libraries may be missing. */
function starts(executable: string): boolean {
  if (!existsSync(executable)) return false;
  // On Windows --version opens a window instead of printing.
  if (process.platform === 'win32') return true;
  const { status, stdout } = spawnSync(executable, ['--version'], { encoding: 'utf8', timeout: START_LIMIT_MS, killSignal: 'SIGKILL' });
  return status === 0 && /\d+\.\d+/.test(stdout);
}

/** Lets Playwright download its Chromium; false if that fails or stalls. */
function download(): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(NODE, [join(ROOT, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own process group, because the download is a child of this child and must end with it.
      detached: process.platform !== 'win32',
    });
    const stop = () => {
      if (process.platform === 'win32') child.kill();
      else if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    };
    let silence = setTimeout(stop, SILENCE_LIMIT_MS);
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_LIMIT_MS);
    };
    child.stdout.on('data', heard);
    child.stderr.on('data', heard);
    const end = (succeeded: boolean) => {
      clearTimeout(silence);
      process.off('exit', stop);
      resolve(succeeded);
    };
    process.once('exit', stop);
    child.once('error', () => end(false));
    child.once('close', (code) => end(code === 0));
  });
}

function installWithApt(...packages: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const limit = { env, stdio: ['ignore', 'ignore', 'inherit'] as const, timeout: 600_000 };
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
  ]) {
    if (spawnSync('apt-get', args, { ...limit, stdio: [...limit.stdio] }).status !== 0) return;
  }
}
