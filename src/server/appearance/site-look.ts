import { hash } from 'node:crypto';

import { NO_APPEARANCE, type Appearance } from '../../contract/operation/appearance.ts';
import { PRODUCT, type SiteIdentity } from '../../contract/site-identity.ts';
import { brandColours, type BrandColours } from '../../domain/colour/brand-colours.ts';
import { OWN_TOKENS, tokenStyle } from '../../domain/colour/token-pairs.ts';
import { initials } from '../../domain/names/initials.ts';
import { sizeOf } from '../pictures/logo-drawing.ts';
import type { Brand } from '../pictures/picture.ts';

/** The look of a site. */
export interface SiteLook {
  readonly identity: SiteIdentity;
  readonly colours: BrandColours;
  /** For its pictures. */
  readonly brand: Brand;
  /** Colour tokens as a stylesheet to append; `''` for the default colours. */
  readonly style: string;
  /** A hash of the look; `''` for the default. */
  readonly version: string;
}

/** The largest logo in the header, in pixels. */
const IN_HEADER = { width: 96, height: 32 } as const;

/** The look of an appearance, for a site below `base`. */
export function lookOf(appearance: Appearance, base = '/'): SiteLook {
  const { name = PRODUCT, sentence = '', link = '', logo = '', colour, points, poweredBy } = appearance;
  const colours = colour === undefined ? OWN_TOKENS : brandColours(colour);
  const isOwn = JSON.stringify(appearance) === JSON.stringify(NO_APPEARANCE);
  const version = isOwn ? '' : hash('sha256', JSON.stringify([appearance, colours]), 'base64url').slice(0, 10);
  const { signal, ink } = colours.dark;
  return {
    identity: {
      name,
      sentence,
      link,
      logo: logo === '' ? null : inHeader(logo, `${base}logo.png?v=${version}`),
      ...(points !== undefined && { points }),
      isPoweredBy: poweredBy && name !== PRODUCT,
    },
    colours,
    brand: { name, sentence, initials: name === PRODUCT ? '' : initials(name), logo, signal, ink },
    style: colour === undefined ? '' : tokenStyle(colours),
    version,
  };
}

function inHeader(logo: string, path: string): NonNullable<SiteIdentity['logo']> {
  const { width, height } = sizeOf(logo);
  const scale = Math.min(IN_HEADER.width / width, IN_HEADER.height / height);
  return { path, width: Math.round(width * scale), height: Math.round(height * scale) };
}

export const OWN_LOOK: SiteLook = lookOf(NO_APPEARANCE);
