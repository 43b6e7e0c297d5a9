import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { hueStyle } from '../../src/domain/colour/player-hues.ts';
import { OWN_TOKENS, PALETTE, tokenStyle } from '../../src/domain/colour/token-pairs.ts';

/** A stylesheet with the colours of players, and of a site whose operator has set none. */
export const COLOURS = `${tokenStyle({
  dark: { ...PALETTE.dark, ...OWN_TOKENS.dark },
  light: { ...PALETTE.light, ...OWN_TOKENS.light },
  more: { ...PALETTE.more, ...OWN_TOKENS.more },
})}${hueStyle()}`;

/** Returns the folder with `colours.css`, written once per combination. */
export async function writeColours(root: string): Promise<string> {
  const folder = join(root, 'node_modules/.cache/laurels-colours', hash('sha256', COLOURS).slice(0, 12));
  const file = join(folder, 'colours.css');
  if (!existsSync(file)) {
    await mkdir(folder, { recursive: true });
    await writeFile(file, COLOURS);
  }
  return folder;
}
