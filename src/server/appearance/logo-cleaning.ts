import { MOST_LOGO_BYTES } from '../../contract/operation/appearance.ts';
import type { LogoSource } from '../pictures/picture.ts';
import { Drawing } from '../pictures/drawing.ts';
import { logoSource } from './logo-source.ts';

/** Said by the drawing about a logo, before what it means to whoever sent it. */
const TROUBLE = /^(?:Error: )?A picture was not drawn: LogoTrouble: (.*)/;

/** The last of those that are drawn, one after the other: each takes a thread, and up to 150 MB. */
let last: Promise<unknown> = Promise.resolve();

/**
 * A logo that was sent in base64 or as a data URL, as a PNG of our own, on a thread of its own: nothing that was sent
 * but how it looks is in it, and what takes too long hurts nobody.
 * @returns the PNG as a data URL; or the rule that keeps it from being a logo, as the end of a sentence.
 */
export async function cleanLogo(sent: string): Promise<{ readonly logo: string } | { readonly rule: string }> {
  const source = logoSource(sent);
  if (typeof source === 'string') return { rule: source };
  const drawn = last.then(() => drawnLogo(source));
  last = drawn;
  return drawn;
}

async function drawnLogo(source: LogoSource): ReturnType<typeof cleanLogo> {
  const drawing = new Drawing('');
  try {
    const png = await drawing.draw({ kind: 'cleaned', source });
    if (png.length > MOST_LOGO_BYTES) return { rule: `must be simpler: drawn, it has more than ${MOST_LOGO_BYTES / 1024} KiB` };
    return { logo: `data:image/png;base64,${Buffer.from(png).toString('base64')}` };
  } catch (error) {
    const said = String(error);
    const rule = TROUBLE.exec(said.split('\n', 1)[0]!)?.[1];
    return {
      rule:
        rule ?? (/stuck/.test(said) ? 'must be simpler: it takes too long to draw' : 'cannot be drawn: it is damaged or too deeply nested'),
    };
  } finally {
    drawing.end();
  }
}
