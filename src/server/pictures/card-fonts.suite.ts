import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { initWasm } from '@resvg/resvg-wasm';
import { afterAll, beforeAll } from 'vitest';

import { writeCardFonts } from '../../../scripts/build/subset-font.ts';
import { ROOT } from '../../../scripts/tools/child-process.ts';

/** A folder with the typeface of pictures, for the tests in a file. */
export function useCardFonts(): () => string {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'laurels-fonts-'));
    await writeCardFonts(ROOT, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  return () => folder;
}

/** Prepares the renderer for the tests in a file. Files that share a process share it, because it can only be initialised once. */
export function useRenderer(): void {
  beforeAll(async () => {
    try {
      await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
    } catch (error) {
      if (!String(error).includes('Already initialized')) throw error;
    }
  });
}
