import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';

import { type Appearance, MOST_LOGO_BYTES } from '../../contract/operation/appearance.ts';
import { checkedAppearance } from '../../server/appearance/checked-appearance.ts';
import { readJson } from './text-file.ts';

/** Logo types by extension; the server checks the contents. */
const TYPES: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' };

/**
 * Reads an appearance. Its logo is a data URL, or the path of a PNG or SVG file relative to the file.
 * @throws {Error} with a line for each invalid field.
 */
export async function appearanceIn(file: string): Promise<Appearance> {
  const { faults, appearance } = await checkedAppearance(sentAppearance(file));
  if (appearance !== undefined) return appearance;
  throw new Error([...faults.map(({ field, rule }) => `${file}: ${field} ${rule}`), 'Nothing was changed.'].join('\n'));
}

/** The unvalidated contents of a file, with its logo inlined. @throws {Error} if either cannot be read. */
export function sentAppearance(file: string): unknown {
  const sent = readJson(file);
  if (typeof sent !== 'object' || sent === null || !('logo' in sent)) return sent;
  const { logo } = sent;
  if (typeof logo !== 'string' || logo.startsWith('data:')) return sent;
  const path = resolve(dirname(file), logo);
  const type = TYPES[extname(path).toLowerCase()];
  if (type === undefined) throw new Error(`${file}: logo must be the path of a PNG or SVG file, or a data URL\nNothing was changed.`);
  try {
    if (statSync(path).size > MOST_LOGO_BYTES)
      throw new Error(`${file}: logo must be at most ${MOST_LOGO_BYTES / 1024} KiB\nNothing was changed.`);
    return { ...sent, logo: `data:${type};base64,${readFileSync(path, 'base64')}` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Error(`${file}: logo ${code === 'ENOENT' ? `does not exist: ${path}` : `cannot be read: ${path}`}\nNothing was changed.`, {
      cause: error,
    });
  }
}
