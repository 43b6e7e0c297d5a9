const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes in the largest fitting unit, such as "1.5 MB"; a kilobyte has 1000 bytes. */
export function bytesText(bytes: number, locale: string): string {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${(bytes / 1000 ** step).toLocaleString(locale, { maximumSignificantDigits: 3 })} ${UNITS[step]}`;
}
