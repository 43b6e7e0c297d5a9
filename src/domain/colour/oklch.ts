/** A perceptual colour (OKLCH): lightness 0 to 1, chroma from 0 (grey) to about 0.37, hue in radians. */
export interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

type Triple = readonly [number, number, number];

/** Steps of the search for the greatest displayable chroma: finer than one step of a channel. */
const GAMUT_STEPS = 14;

/** Converts an sRGB colour, `#rrggbb`, to OKLCH. */
export function oklchOf(hex: string): Oklch {
  const [lightness, a, b] = oklabOf(hex);
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) };
}

/** Converts to `#rrggbb`. Colours out of gamut keep their lightness and hue, and lose as much chroma as necessary. */
export function hexOf({ lightness, chroma, hue }: Oklch): string {
  let shown = linearOf(lightness, chroma, hue);
  if (!isShown(shown)) {
    let [least, most] = [0, chroma];
    for (let step = 0; step < GAMUT_STEPS; step += 1) {
      const middle = (least + most) / 2;
      if (isShown(linearOf(lightness, middle, hue))) least = middle;
      else most = middle;
    }
    shown = linearOf(lightness, least, hue);
  }
  return `#${shown.map((channel) => byteOf(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** The perceptual distance between two colours in OKLab. 0.02 is just noticeable side by side. */
export function distance(one: string, other: string): number {
  const [a, b] = [oklabOf(one), oklabOf(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The contrast ratio of WCAG 2: 1 for equal colours, 21 for black on white. */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminance(hex: string): number {
  const [r, g, b] = rgbOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** The linear light, 0 to 1, of each channel value. */
const LINEAR: readonly number[] = Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Linear light of the three channels. */
function rgbOf(hex: string): Triple {
  const rgb = Number.parseInt(hex.slice(1), 16);
  return [LINEAR[rgb >> 16]!, LINEAR[(rgb >> 8) & 0xff]!, LINEAR[rgb & 0xff]!];
}

function byteOf(linear: number): number {
  const light = Math.min(1, Math.max(0, linear));
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
}

// The matrices are Björn Ottosson's: https://bottosson.github.io/posts/oklab/
function oklabOf(hex: string): Triple {
  const [r, g, b] = rgbOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function linearOf(lightness: number, chroma: number, hue: number): Triple {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Whether a screen can show these channels, within half a step. */
function isShown(channels: Triple): boolean {
  return channels.every((channel) => channel >= -0.0001 && channel <= 1.0001);
}
