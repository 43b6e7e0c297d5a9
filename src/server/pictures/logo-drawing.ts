import { cutCorner, framed } from './brand-svg.ts';
import type { LogoSource } from './picture.ts';

/** The longest side of a stored logo, in pixels: that of the largest icon. */
const KEPT_SIDE = 512;

/** The highest aspect ratio of a logo. */
const MOST_STRETCHED = 4;

const GROUNDS = { dark: '#080f14', light: '#f8f7f2' } as const;

/** The share of a logo that must have a contrast of 3 to a ground. */
const LEAST_SEEN = 0.4;

export interface Rendered {
  readonly png: Uint8Array<ArrayBuffer>;
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Draws SVG at its own size, or so that its longer side has this many pixels. */
export type Render = (svg: string, longest?: number) => Rendered;

/**
 * An uploaded logo redrawn as a PNG, so that only its looks survive. A logo that is invisible on one theme's
 * background gets a plate in the colour of the other's.
 * @throws {LogoTrouble} if it shows nothing or is too long.
 */
export function cleanedLogo(source: LogoSource, render: Render): Uint8Array<ArrayBuffer> {
  const drawn = drawnOnce(source, render);
  const { width, height } = drawn;
  if (Math.max(width, height) > MOST_STRETCHED * Math.min(width, height))
    throw new LogoTrouble(`must not be more than ${MOST_STRETCHED} times as long on one side as on the other`);
  const seen = seenOn(drawn);
  if (seen.shown === 0) throw new LogoTrouble('must show something: the picture is empty');
  // A picture without gaps has its own ground.
  if (seen.shown > 0.9 || (seen.dark >= LEAST_SEEN && seen.light >= LEAST_SEEN)) return drawn.png;
  return render(platedSvg(drawn, seen.dark < seen.light ? GROUNDS.light : GROUNDS.dark), KEPT_SIDE).png;
}

/** Why a picture can't be a logo, as a predicate. */
export class LogoTrouble extends Error {
  override readonly name = 'LogoTrouble';
}

function drawnOnce(source: LogoSource, render: Render): Rendered {
  if (source.kind === 'svg') return render(source.text, KEPT_SIDE);
  const { url, width, height } = source;
  const longest = Math.max(width, height);
  const small = longest > KEPT_SIDE ? shrunk(url, KEPT_SIDE, render) : url;
  const scale = Math.min(1, KEPT_SIDE / longest);
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  return render(imageSvg(small, w, h));
}

/** A picture (a data URL) halved while its longer side has at least twice `side` pixels, which keeps fine detail. */
export function shrunk(url: string, side: number, render: Render): string {
  let [current, { width, height }] = [url, sizeOf(url)];
  while (Math.max(width, height) >= 2 * side) {
    [width, height] = [Math.max(1, Math.round(width / 2)), Math.max(1, Math.round(height / 2))];
    current = dataUrl(render(imageSvg(current, width, height)).png);
  }
  return current;
}

/** The size in the header of a PNG data URL. */
export function sizeOf(url: string): { readonly width: number; readonly height: number } {
  const head = Buffer.from(url.slice(url.indexOf(',') + 1, url.indexOf(',') + 41), 'base64');
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
}

function dataUrl(png: Uint8Array): string {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}

function imageSvg(url: string, width: number, height: number): string {
  return framed(width, height, [`<image width="${width}" height="${height}" preserveAspectRatio="none" href="${url}"/>`]);
}

function platedSvg({ png, width, height }: Rendered, ground: string): string {
  const room = Math.round(Math.min(width, height) * 0.16);
  const [w, h] = [width + 2 * room, height + 2 * room];
  return framed(w, h, [
    `<path fill="${ground}" d="${cutCorner(0, 0, w, h, Math.round(Math.min(w, h) * 0.22))}"/>`,
    `<image x="${room}" y="${room}" width="${width}" height="${height}" href="${dataUrl(png)}"/>`,
  ]);
}

/** The opaque share of a picture, and the share of that which is visible on each ground. */
function seenOn({ pixels }: Rendered): { readonly shown: number; readonly dark: number; readonly light: number } {
  const [dark, light] = [luminanceOf(8, 15, 20), luminanceOf(248, 247, 242)];
  let [shown, onDark, onLight] = [0, 0, 0];
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i + 3]! < 128) continue;
    const own = luminanceOf(pixels[i]!, pixels[i + 1]!, pixels[i + 2]!);
    shown += 1;
    if (own + 0.05 >= 3 * (dark + 0.05)) onDark += 1;
    if (light + 0.05 >= 3 * (own + 0.05)) onLight += 1;
  }
  return { shown: shown / (pixels.length / 4), dark: onDark / shown, light: onLight / shown };
}

function luminanceOf(r: number, g: number, b: number): number {
  return 0.2126 * (r / 255) ** 2.2 + 0.7152 * (g / 255) ** 2.2 + 0.0722 * (b / 255) ** 2.2;
}
