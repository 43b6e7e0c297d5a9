// Draws pictures on its own thread, one at a time, so that the server keeps accepting points.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

import { initWasm, Resvg } from '@resvg/resvg-wasm';

import { boardSvg, SITE_CARD } from './board-svg.ts';
import { boundedWasm } from './bounded-wasm.ts';
import { COLOURS, framed, markSvg } from './brand-svg.ts';
import { cardSvg } from './card-svg.ts';
import type { Drawn } from './drawing.ts';
import { cleanedLogo, type Rendered, shrunk } from './logo-drawing.ts';
import type { Brand, Picture } from './picture.ts';
import { Typesetter } from './typesetter.ts';

/** The memory limit for drawing, in pages of 64 KiB: 64 MiB. A card takes 20, and deep nesting one more per level. */
const MOST_PAGES = 1024;

const module = readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm'));
await initWasm(boundedWasm(module, MOST_PAGES));

let known: Typesetter | undefined;
/** Created on first use: cleaning a logo needs no letters. */
const typesetter = () => (known ??= new Typesetter((workerData as { readonly fonts: string }).fonts));

parentPort!.on('message', (picture: Picture) => {
  try {
    const png = pngOf(picture);
    parentPort!.postMessage({ png } satisfies Drawn, [png.buffer]);
  } catch (error) {
    parentPort!.postMessage({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Drawn);
  }
});

function pngOf(picture: Picture): Uint8Array<ArrayBuffer> {
  switch (picture.kind) {
    case 'player':
      return render(cardSvg(picture.card, sharpFor(picture.brand, 56), typesetter())).png;
    case 'board':
      return render(boardSvg(picture.card, sharpFor(picture.brand, 56), typesetter())).png;
    case 'site':
      return render(boardSvg(SITE_CARD, sharpFor(picture.brand, 56), typesetter())).png;
    case 'icon':
      return render(iconSvg(picture)).png;
    case 'logo':
      return render(logoSvg(picture)).png;
    case 'cleaned':
      return cleanedLogo(picture.source, render);
  }
}

function iconSvg({ brand, size, inset }: Extract<Picture, { kind: 'icon' }>): string {
  const side = size - 2 * inset;
  const ground = inset === 0 ? '' : `<rect width="100%" height="100%" fill="${COLOURS.bg0}"/>`;
  const mark = markSvg(sharpFor(brand, side), side, typesetter());
  return framed(size, size, [ground, `<g transform="translate(${inset} ${inset})">${mark}</g>`]);
}

/** Scales the logo down in steps; a single large step would skip pixels. */
function sharpFor(brand: Brand, side: number): Brand {
  return brand.logo === '' ? brand : { ...brand, logo: shrunk(brand.logo, side, render) };
}

function logoSvg({ brand, width, height }: Extract<Picture, { kind: 'logo' }>): string {
  const image = shrunk(brand.logo, Math.max(width, height), render);
  return framed(width, height, [`<image width="${width}" height="${height}" href="${image}"/>`]);
}

/** Draws SVG at its own size, or so that its longer side has this many pixels. */
function render(svg: string, longest?: number): Rendered {
  let drawing = new Resvg(svg);
  if (longest !== undefined) {
    const mode = drawing.width >= drawing.height ? 'width' : 'height';
    drawing.free();
    drawing = new Resvg(svg, { fitTo: { mode, value: longest } });
  }
  const image = drawing.render();
  try {
    const { width, height } = image;
    // Copies: the module's own memory can't be transferred to another thread.
    return { png: new Uint8Array(image.asPng()), pixels: new Uint8Array(image.pixels), width, height };
  } finally {
    image.free();
    drawing.free();
  }
}
