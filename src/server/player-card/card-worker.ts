// Draws players' cards on a thread of its own, one after the other: the server goes on taking points meanwhile.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

import { initWasm, Resvg } from '@resvg/resvg-wasm';

import type { CardDrawn, CardWanted } from './card-drawing.ts';
import { cardSvg } from './card-svg.ts';
import { Typesetter } from './typesetter.ts';

await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
const typesetter = new Typesetter((workerData as { readonly fonts: string }).fonts);

parentPort!.on('message', ({ id, card }: CardWanted) => {
  const drawn = drawnOf(id, card);
  parentPort!.postMessage(drawn, 'png' in drawn ? [drawn.png.buffer] : []);
});

function drawnOf(id: number, card: CardWanted['card']): CardDrawn {
  try {
    const drawing = new Resvg(cardSvg(card, typesetter));
    const image = drawing.render();
    // A copy: what is handed to another thread must not be the memory of the module.
    const png = new Uint8Array(image.asPng());
    image.free();
    drawing.free();
    return { id, png };
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
