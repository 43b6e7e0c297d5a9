#!/usr/bin/env node
// node src/laurels.mjs serve       starts the server
// node src/laurels.mjs COMMAND     does what an operator asks for
//
// Plain JavaScript, so that an older Node.js, which cannot read TypeScript, says which one is needed.
import { existsSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 24 || (major === 24 && minor >= 2)) {
  // As `liveBuildFolder` says, which is TypeScript.
  const build = join(import.meta.dirname, '..', `${process.env['BUILD_DIR'] ?? 'build'}-live`);
  if (existsSync(build)) {
    // What Node.js makes of the program is kept for the next start, if it may be written. Reading TypeScript takes 0.3 s and 20 MB.
    const compiled = join(build, 'compiled');
    module.enableCompileCache(compiled);
    // Threads find it here.
    process.env['NODE_COMPILE_CACHE'] = compiled;
  }
  void import(process.argv[2] === 'serve' ? './main/serve/live-server.ts' : './cli/laurels.ts');
} else {
  console.error(
    `Laurels needs Node.js 24.2 or newer; ${process.execPath} is ${process.versions.node}. To install it: npm install --global node@24`,
  );
  process.exitCode = 1;
}
