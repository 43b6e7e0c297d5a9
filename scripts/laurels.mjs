#!/usr/bin/env node
// `npx laurels …` in a clone: runs the program (src/laurels.mjs) with the Node.js the project brings along, and without a command builds and
// serves, as `npm run live` does. Plain JavaScript for any Node.js from 18 on.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// The command runs in the project's folder; file names are relative to the caller's folder.
process.env.LAURELS_CALLED_FROM = process.cwd();
const folder = path.dirname(fileURLToPath(import.meta.url));
const [command = '--demo'] = process.argv.slice(2);
process.argv.splice(1, 1, path.join(folder, 'prepared.mjs'), command === '--demo' ? 'scripts/live.ts' : 'src/laurels.mjs');
await import('./prepared.mjs');
