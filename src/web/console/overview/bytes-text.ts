const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** So many bytes in the largest unit that they are one of, in the language of `locale`. A kilobyte has 1000. */
export function bytesText(bytes: number, locale: string): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toLocaleString(locale, { maximumSignificantDigits: 3 })} ${UNITS[step]}`;
}
