import { hash } from 'node:crypto';

import { NO_APPEARANCE, type Appearance } from '../../contract/operation/appearance.ts';
import { OWN_IDENTITY, type SiteIdentity } from '../../contract/site-identity.ts';
import { brandColours, type BrandColours } from '../../domain/colour/brand-colours.ts';
import { BRAND_TOKENS, OWN_TOKENS } from '../../domain/colour/token-pairs.ts';

/** How a site looks that is of somebody's game. */
export interface SiteLook {
  readonly identity: SiteIdentity;
  readonly colours: BrandColours;
  /** The tokens of its colour as a stylesheet that stands after the site's; `''` where the site's own stay. */
  readonly style: string;
  /** A word for all of it, which another look does not have; `''` of the site's own. */
  readonly version: string;
}

/** What an appearance looks like. */
export function lookOf(appearance: Appearance): SiteLook {
  const { name = OWN_IDENTITY.name, sentence = '', link = '', colour, poweredBy } = appearance;
  const colours = colour === undefined ? OWN_TOKENS : brandColours(colour);
  return {
    identity: { name, sentence, link, isPoweredBy: poweredBy && name !== OWN_IDENTITY.name },
    colours,
    style: colour === undefined ? '' : styleOf(colours),
    version: isOwn(appearance) ? '' : hash('sha256', JSON.stringify([appearance, colours]), 'base64url').slice(0, 10),
  };
}

/** Of a site whose operator has told nothing. */
export const OWN_LOOK: SiteLook = lookOf(NO_APPEARANCE);

function isOwn(appearance: Appearance): boolean {
  return JSON.stringify(appearance) === JSON.stringify(NO_APPEARANCE);
}

function styleOf({ dark, light, more }: BrandColours): string {
  const both = BRAND_TOKENS.map((token) => `--${token}:light-dark(${light[token]},${dark[token]})`);
  const plain = BRAND_TOKENS.map((token) => `--${token}:${more[token]}`);
  return `:root{${both.join(';')}}@media screen and (prefers-contrast:more){:root[data-theme]{${plain.join(';')}}}`;
}
