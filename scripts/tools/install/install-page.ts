// The commands of docs/install.md, as written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../child-process.ts';

/** Headings of docs/install.md with commands: one per installation, and the last step of all of them. */
export const WAYS = ['npx', 'A container', 'Compose', 'A service', 'A cluster with PostgreSQL', 'A clone'] as const;
export const FIRST_POINT = 'The first point';

/** The port on the page. */
const PORT = 3000;

/** The blocks of commands below a heading, in order, with another port. */
export function commandsBelow(heading: string, port = PORT): readonly string[] {
  const page = readFileSync(join(ROOT, 'docs/install.md'), 'utf8');
  const section = page.split(/^## /m).find((one) => one.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/install.md has no heading "${heading}".`);
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) =>
    block!.replaceAll(new RegExp(`\\b${PORT}(?=:|/)`, 'g'), String(port)),
  );
}
