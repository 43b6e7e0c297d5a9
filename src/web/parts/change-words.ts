import { MINUS, type NumberFormat } from '../ui/number-format.ts';

/** A ratio as a signed percentage with a true minus sign: 0.125 is "+12.5%", 0 is "0%". Apart, because few pages have one. */
export function changeWords(ratio: number, { locale }: Pick<NumberFormat, 'locale'>): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  return format.format(ratio).replace('-', MINUS);
}
