import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../../scripts/tools/child-process.ts';

/** The code blocks below a heading of a document, in order. @throws {Error} if there is none. */
export function blocksBelow(doc: string, heading: string, language = 'sh'): readonly string[] {
  const section = readFileSync(join(ROOT, doc), 'utf8')
    .split(/^## /m)
    .find((one) => one.startsWith(`${heading}\n`));
  const blocks = [...(section ?? '').matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, block]) => block!);
  if (blocks.length === 0) throw new Error(`${doc} has no ${language} below "${heading}".`);
  return blocks;
}
