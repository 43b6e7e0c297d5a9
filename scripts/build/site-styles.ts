import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { ROOT } from '../tools/child-process.ts';

/** Removes the only stylesheet from a site: it is inlined into every page, which saves a round trip before the first paint. */
export async function takeStyles(site: string): Promise<string> {
  const files = (await readdir(join(site, 'assets'))).filter((name) => name.endsWith('.css'));
  if (files.length !== 1) throw new Error(`Expected one stylesheet, found ${files.join(', ') || 'none'}`);
  const file = join(site, 'assets', files[0]!);
  const text = (await readFile(file, 'utf8')).trim();
  await rm(file);
  return text;
}

/** The stylesheet that the notification library inserts; the content security policy allows exactly this text. */
export async function notificationStyles(): Promise<string> {
  const library = await readFile(join(ROOT, 'node_modules/sonner/dist/index.mjs'), 'utf8');
  const call = /__insertCSS\(("(?:[^"\\]|\\.)*")\)/.exec(library);
  if (call === null) throw new Error('sonner no longer inserts its stylesheet as it did: the policy cannot allow it');
  return JSON.parse(call[1]!) as string;
}
