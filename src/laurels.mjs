#!/usr/bin/env node
// laurels              starts the server on ./data
// laurels --demo       starts it with a simulated game, on a temporary folder
// laurels COMMAND      runs a command
//
// JavaScript that Node.js 12 can read, so that an older version says in one line which one is needed.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 24 || (major === 24 && minor >= 2)) {
  // As `liveBuildFolder` does, in TypeScript.
  const build = fileURLToPath(new URL(`../${process.env['BUILD_DIR'] || 'build'}-live/`, import.meta.url));
  if (existsSync(build)) {
    // Keeps compiled code for the next start, if the folder can be written. Compiling takes 0.3 s and 20 MB.
    const compiled = `${build}compiled`;
    module.enableCompileCache(compiled);
    // Threads find it here.
    process.env['NODE_COMPILE_CACHE'] = compiled;
  }
  const first = process.argv[2];
  // An installed service answers a bare `laurels` with the help, because its server is running already.
  const isServer = first === 'serve' || first === '--demo' || (first === undefined && !process.env['LAURELS_CALLED_AS']);
  void (isServer ? import('./main/serve/live-server.ts') : import('./cli/laurels.ts'));
} else {
  console.error(
    `Laurels needs Node.js 24.2 or newer; ${process.execPath} is ${process.versions.node}. To install it: npm install --global node@24`,
  );
  process.exitCode = 1;
}
