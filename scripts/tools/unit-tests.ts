import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from './child-process.ts';

/** The folders of the unit tests. */
export const UNIT_TESTS = ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'tests/*.test.ts', 'tests/oracle/*.test.ts'];

/**
 * The arguments of the runs for every unit test whose file or title matches a regular expression; none if there can be no match. Files
 * whose names do not match are only loaded if they contain the pattern: titles are searched literally.
 */
export function unitRunsLike(pattern: string): readonly (readonly string[])[] {
  const anyCase = new RegExp(pattern, 'i');
  const files = globSync(UNIT_TESTS, { cwd: ROOT });
  const named = files.filter((file) => anyCase.test(file));
  const others = files.filter((file) => !named.includes(file) && anyCase.test(readFileSync(join(ROOT, file), 'utf8')));
  return [named, [...others, '-t', `(?i:${pattern})`]].filter(([first]) => first !== undefined && first !== '-t');
}
