import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { initWasm } from '@resvg/resvg-wasm';

/** Prepares the renderer once: test files that share a process share it, and it can be initialised only once. */
export async function initRenderer(): Promise<void> {
  try {
    await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
  } catch (error) {
    if (!String(error).includes('Already initialized')) throw error;
  }
}
