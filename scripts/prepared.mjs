// node scripts/prepared.mjs <file.ts> [arguments…]
//
// Makes a fresh clone ready, then runs the file with the Node.js the project brings along. Plain JavaScript that even
// Node.js 18 can read, because it runs before anything is installed. Needs no network when all is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = path.join(path.dirname(fileURLToPath(import.meta.url)), '..');
const WINDOWS = process.platform === 'win32';
const NODE = path.join(ROOT, 'node_modules/node/bin', WINDOWS ? 'node.exe' : 'node');
/** Held while installing, with the holder's process id. Beside node_modules, because npm empties that first. */
const LOCK = path.join(ROOT, 'installing.log');
const LIBC = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
/** npm's shell, if npm runs us, and how often to check that it still exists. */
const PARENT = process.ppid;
const PARENT_CHECK_MS = 250;
/** Ctrl-C, a process manager, and a closed terminal. */
const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Not under another npm script or in its background: there the parent may end while the server must continue. */
const STOPS_WITH_NPM = !WINDOWS && /^(?:exec )?node scripts\/prepared\.mjs\b(?!.*&\s*$)/.test(process.env.npm_lifecycle_script ?? '');

const [file, ...args] = process.argv.slice(2);
if (!isNodeSupported()) {
  fail(`Laurels needs Node.js 20 (from 20.19 on), or 22.12 or newer. This is Node.js ${process.versions.node}.`);
}
if (file === undefined) fail('Usage: node scripts/prepared.mjs <file.ts> [arguments…]');
try {
  if (!isInstalled()) await installOnce();
  const { code, signal } = await runChild(NODE, [path.resolve(ROOT, file), ...args], { stdio: 'inherit' });
  if (signal !== null) process.kill(process.pid, signal);
  else process.exit(code);
} catch (error) {
  fail(error.message);
}

/** npm silently skips required packages for other versions. `engines` in package.json is the server's requirement. */
function isNodeSupported() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
}

/**
 * Whether `node_modules` has exactly the locked packages, by npm's own record, which it writes last. So a manual install counts, and an
 * interrupted one does not.
 */
function isInstalled() {
  try {
    const wanted = packagesIn('package-lock.json');
    const present = packagesIn('node_modules/.package-lock.json');
    return (
      existsSync(NODE) &&
      Object.entries(wanted).every(([location, locked]) => {
        if (location === '') return true;
        const installed = present[location];
        if (installed === undefined) return locked.optional === true && !isForThisMachine(locked);
        return installed.version === locked.version && installed.integrity === locked.integrity;
      })
    );
  } catch {
    return false;
  }
}

/** Whether an optional package is for this platform. npm skips the others, along with their dependencies. */
function isForThisMachine({ os, cpu, libc = [LIBC] }) {
  return os?.includes(process.platform) === true && cpu?.includes(process.arch) === true && libc.includes(LIBC);
}

function packagesIn(lockFile) {
  return JSON.parse(readFileSync(path.join(ROOT, lockFile), 'utf8')).packages;
}

/** Installs, or waits for another run that is installing. */
async function installOnce() {
  while (!takeLock()) await sleep(250);
  try {
    if (!isInstalled()) await install();
  } finally {
    rmSync(LOCK, { force: true });
  }
}

function takeLock() {
  try {
    writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  try {
    process.kill(Number(readFileSync(LOCK, 'utf8')), 0);
  } catch (error) {
    // The process that held it was killed.
    if (error.code === 'ESRCH') rmSync(LOCK, { force: true });
  }
  return false;
}

async function install() {
  console.log('Installing packages. This happens once and takes about a minute…');
  const options = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath ?? '';
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'] };
  const { code } = /npm-cli\.c?js$/.test(npm)
    ? await runChild(process.execPath, [npm, ...options], quiet)
    : await runChild(WINDOWS ? 'npm.cmd' : 'npm', options, { ...quiet, shell: WINDOWS });
  if (code !== 0) throw new Error('The packages could not be installed. Try "npm ci" to see why.');
  if (!existsSync(NODE)) {
    throw new Error('npm installed no Node.js for the project. If install scripts are switched off, allow them for the package "node".');
  }
  if (!isInstalled()) throw new Error('npm installed only some of the packages. Try "npm ci" to see why.');
}

/** Runs a program in the project's folder to its end, forwarding stop signals. */
function runChild(command, childArgs, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, childArgs, { cwd: ROOT, ...options });
    const forward = (signal) => child.kill(signal);
    // npm runs scripts through a shell, which may end alone when npm is stopped, without a signal to us.
    const watch = setInterval(() => {
      if (!STOPS_WITH_NPM || process.ppid === PARENT) return;
      clearInterval(watch);
      forward('SIGTERM');
    }, PARENT_CHECK_MS);
    const release = () => {
      clearInterval(watch);
      for (const each of STOP_SIGNALS) process.off(each, forward);
    };
    for (const each of STOP_SIGNALS) process.on(each, forward);
    child.once('error', (error) => {
      release();
      reject(new Error(`${command} does not start: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      release();
      resolve({ code, signal });
    });
  });
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
