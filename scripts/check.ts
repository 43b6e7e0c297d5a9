// `npm run check`: all static checks. `npm run fix` fixes what can be fixed.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { NODE, ROOT } from './tools/child-process.ts';

/** Each check, and the program that runs it. */
const CHECKS = [
  { name: 'types', program: 'typescript/bin/tsc', args: ['-b'] },
  { name: 'lint', program: 'oxlint/bin/oxlint', args: ['--type-aware'] },
  { name: 'format', program: 'oxfmt/bin/oxfmt', args: ['--check'] },
  { name: 'unused code', program: 'knip/bin/knip.js', args: ['--no-progress'] },
] as const;

const results = CHECKS.map(({ name, program, args }) => {
  const started = performance.now();
  const { status, stdout, stderr, error } = spawnSync(NODE, [join('node_modules', program), ...args], { cwd: ROOT, encoding: 'utf8' });
  const passed = status === 0;
  if (!passed) console.log(`${stdout}${stderr}${error?.message ?? ''}`.trim());
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(12)} ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return passed;
});

process.exit(results.every(Boolean) ? 0 : 1);
