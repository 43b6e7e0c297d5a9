#!/usr/bin/env node
// `npx laurels …`: runs the program (src/laurels.mjs) with the Node.js the project brings along, on a
// fresh clone too. Plain JavaScript for any Node.js from 18 on.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// The command runs in the project's folder; files are named from where it was typed.
process.env.LAURELS_CALLED_FROM = process.cwd();
const folder = path.dirname(fileURLToPath(import.meta.url));
process.argv.splice(1, 1, path.join(folder, 'prepared.mjs'), 'src/laurels.mjs');
await import('./prepared.mjs');
