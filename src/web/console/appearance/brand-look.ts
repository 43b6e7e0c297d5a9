import type { Appearance } from '../../../contract/operation/appearance.ts';
import { PRODUCT, type SiteIdentity } from '../../../contract/site-identity.ts';
import { brandColours, type BrandColours } from '../../../domain/colour/brand-colours.ts';
import { type Look, OWN_TOKENS, PALETTE } from '../../../domain/colour/token-pairs.ts';

/** Whether a text is a colour that the API accepts. */
export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** The tokens derived from a brand colour; the default ones without a complete colour. */
export function coloursOf(colour: string): BrandColours {
  return isColour(colour) ? brandColours(colour.toLowerCase()) : OWN_TOKENS;
}

/** All colours of a look as custom properties, to preview it inside a page with a different look. */
export function lookAsStyle(colours: BrandColours, look: Look): Readonly<Record<`--${string}`, string>> {
  const tokens = { ...PALETTE[look], ...colours[look], focus: colours[look].lit };
  return Object.fromEntries(Object.entries(tokens).map(([token, colour]) => [`--${token}`, colour]));
}

/** The site identity of an unsaved appearance. Its logo is not a file yet, so it is shown separately. */
export function identityOf({ name = PRODUCT, sentence = '', link = '', points, poweredBy }: Appearance): SiteIdentity {
  return { name, sentence, link, logo: null, ...(points?.one && points.other && { points }), isPoweredBy: poweredBy && name !== PRODUCT };
}
