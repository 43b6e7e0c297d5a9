import { whenIdle } from '../../ui/when-idle.ts';

/** Edge length of the test canvas in pixels: large enough to tell two glyphs apart, small enough to be instant. */
const SIZE_PX = 16;

/** A code point that will never have a glyph: it renders as the "missing" box. */
const NEVER_ASSIGNED = '\u{10FFFE}';

const known = new Map<string, boolean>();
const listeners = new Set<() => void>();
const waiting = new Set<string>();

/**
 * Whether this device can draw an emoji: in colour, or at least differently from the missing glyph. Measured on a canvas when the browser
 * is idle, once per emoji; true until then, and where a canvas cannot be read (some privacy settings blank it).
 */
export const emojiSupport = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  canDraw(emoji: string): boolean {
    const answer = known.get(emoji);
    if (answer !== undefined) return answer;
    if (waiting.size === 0) whenIdle(measureWaiting);
    waiting.add(emoji);
    return true;
  },
};

function measureWaiting(): void {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SIZE_PX;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  const draw = (text: string): Uint8ClampedArray | undefined => {
    if (pen === null) return undefined;
    pen.clearRect(0, 0, SIZE_PX, SIZE_PX);
    pen.font = `${SIZE_PX - 4}px "Apple Color Emoji", "Segoe UI Emoji", "Noto Color Emoji", sans-serif`;
    pen.textBaseline = 'top';
    pen.fillText(text, 0, 0);
    return pen.getImageData(0, 0, SIZE_PX, SIZE_PX).data;
  };
  let unlike: { readonly missing: string | undefined; readonly blank: string | undefined } | undefined;
  // Looking up a glyph that no font has takes longer than everything else, so only emoji without colour are compared with it.
  const isNotMissing = (drawn: string) => {
    unlike ??= { missing: draw(NEVER_ASSIGNED)?.join(), blank: draw('')?.join() };
    return unlike.missing === unlike.blank || (drawn !== unlike.missing && drawn !== unlike.blank);
  };
  let lacking = false;
  for (const emoji of waiting) {
    const drawn = draw(emoji);
    const drawable = drawn === undefined || isColoured(drawn) || isNotMissing(drawn.join());
    known.set(emoji, drawable);
    lacking ||= !drawable;
  }
  waiting.clear();
  if (lacking) for (const listener of listeners) listener();
}

/** Whether any pixel (four bytes each) is not grey. */
function isColoured(pixels: Uint8ClampedArray): boolean {
  return pixels.some((red, i) => i % 4 === 0 && (red !== pixels[i + 1] || red !== pixels[i + 2]));
}
