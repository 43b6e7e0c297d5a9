// Documents about the site: the content of its privacy page and its licences page.

/** A sentence of the privacy page. */
interface PrivacySentence {
  readonly id: string;
  readonly text: string;
  /** Shown after the text. */
  readonly link?: { readonly href: string; readonly text: string };
}

export interface PrivacySection {
  readonly heading: string;
  readonly sentences: readonly PrivacySentence[];
}

/** A third-party package in the product. */
export interface LicensedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  /** `''` without an author. */
  readonly author: string;
  /** An https URL, or `''`. */
  readonly homepage: string;
  /** An index into {@link Licences.texts}. */
  readonly text: number;
}

/** All third-party packages in the product, by name, and the texts of their licences without duplicates. */
export interface Licences {
  readonly packages: readonly LicensedPackage[];
  /** The text of a licence, or the reason why there is none. */
  readonly texts: readonly string[];
}

/** A document within the site's frame. */
export type SiteDocument =
  | { readonly kind: 'privacy'; readonly sections: readonly PrivacySection[] }
  | { readonly kind: 'licences'; readonly licences: Licences };
