// Documents about the site: what stands on its privacy page and its licences page.

/** A sentence of the privacy page. */
interface PrivacySentence {
  readonly id: string;
  readonly text: string;
  /** Follows the text. */
  readonly link?: { readonly href: string; readonly text: string };
}

export interface PrivacySection {
  readonly heading: string;
  readonly sentences: readonly PrivacySentence[];
}

/** A package of others in the product. */
export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** `''` if it names none. */
  readonly author: string;
  /** An https URL, or `''`. */
  readonly homepage: string;
  /** An index into {@link Licences.texts}. */
  readonly text: number;
}

/** Every package of others in the product, by name, and the texts of their licences, each once. */
export interface Licences {
  readonly packages: readonly LicensedPackage[];
  /** The licence, or why there is no text of it. */
  readonly texts: readonly string[];
}

/** A document in the frame of the site. */
export type SiteDocument =
  | { readonly kind: 'privacy'; readonly sections: readonly PrivacySection[] }
  | { readonly kind: 'licences'; readonly licences: Licences };
