import { useSyncExternalStore } from 'react';

import type { SiteIdentity } from '../../contract/site-identity.ts';
import type { Numbers, UnitWords } from '../../domain/units/counted-words.ts';
import { unitWords } from '../../domain/units/unit-words.ts';
import type { PointsWords } from '../../domain/units/unit.ts';
import { useSiteIdentity } from './site-identity.ts';

/** The language of prerendered pages; numbers switch to the visitor's own once scripts run. */
const PRERENDERED = 'en-US';

export const MINUS = '\u2212';

/** Formats whole numbers in one language. */
export type NumberFormat = Numbers;

const formats = new Map<string, NumberFormat>();

/** The format for a BCP 47 language tag, with the site's word for points; unknown languages fall back to English. */
export function numberFormat(language: string, points?: PointsWords): NumberFormat {
  const key = points === undefined ? language : JSON.stringify([language, points]);
  const known = formats.get(key);
  if (known !== undefined) return known;
  const plain = language === PRERENDERED ? ENGLISH : inLanguage(language);
  const made = points === undefined ? plain : { ...plain, points };
  formats.set(key, made);
  return made;
}

/** Without `Intl`, whose setup takes longer than formatting all numbers of a page. */
const ENGLISH: NumberFormat = {
  locale: PRERENDERED,
  count: (value) =>
    String(value)
      .replace('-', MINUS)
      .replaceAll(/\B(?=(?:\d{3})+$)/g, ','),
};

function inLanguage(language: string): NumberFormat {
  let locale = PRERENDERED;
  try {
    locale = Intl.NumberFormat.supportedLocalesOf(language)[0] ?? PRERENDERED;
  } catch {
    // Not a valid language tag.
  }
  const counts = new Intl.NumberFormat(locale);
  return { locale, count: (value) => counts.format(value).replace('-', MINUS) };
}

/** The format of titles and descriptions, the same as in prerendered pages. */
export function headFormat({ points }: Pick<SiteIdentity, 'points'>): NumberFormat {
  return numberFormat(PRERENDERED, points);
}

function onLanguageChange(notify: () => void): () => void {
  addEventListener('languagechange', notify);
  return () => removeEventListener('languagechange', notify);
}

/** Numbers in the visitor's language. Hydration starts from the prerendered one, so the HTML always matches. */
export function useNumberFormat(): NumberFormat {
  const language = useSyncExternalStore(
    onLanguageChange,
    () => navigator.language,
    () => PRERENDERED,
  );
  return numberFormat(language, useSiteIdentity().points);
}

/** The format of a board's totals, in the visitor's language. */
export function useUnitWords(board: Parameters<typeof unitWords>[0]): UnitWords {
  'use memo';
  return unitWords(board, useNumberFormat());
}
