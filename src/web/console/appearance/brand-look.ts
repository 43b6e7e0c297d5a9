import type { Appearance } from '../../../contract/operation/appearance.ts';
import { PRODUCT, type SiteIdentity } from '../../../contract/site-identity.ts';
import { brandColours, type BrandColours } from '../../../domain/colour/brand-colours.ts';
import { type Look, OWN_TOKENS, PALETTE } from '../../../domain/colour/token-pairs.ts';

/** Whether a text is a colour as the API takes it. */
export function isColour(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text);
}

/** The tokens that a colour gives; the site's own without one, and while it is being typed. */
export function coloursOf(colour: string): BrandColours {
  return isColour(colour) ? brandColours(colour.toLowerCase()) : OWN_TOKENS;
}

/** All colours of a look as custom properties: an element that has them shows a page in it, whatever the page around it has. */
export function lookAsStyle(colours: BrandColours, look: Look): Readonly<Record<`--${string}`, string>> {
  const tokens = { ...PALETTE[look], ...colours[look], focus: colours[look].lit };
  return Object.fromEntries(Object.entries(tokens).map(([token, colour]) => [`--${token}`, colour]));
}

/** Whose game the pages would be of. The logo is shown apart: it is no file of the site yet. */
export function identityOf({ name = PRODUCT, sentence = '', link = '', points, poweredBy }: Appearance): SiteIdentity {
  return { name, sentence, link, logo: null, ...(points?.one && points.other && { points }), isPoweredBy: poweredBy && name !== PRODUCT };
}
