import { briefWords, countedWords, type Direction, type Numbers, type UnitWords } from './counted-words.ts';
import type { Unit } from './unit.ts';

/** How a board's totals are written in one language. Points use the site's words, other units their own. */
export function unitWords({ unit, direction }: { readonly unit: Unit; readonly direction: Direction }, numbers: Numbers): UnitWords {
  switch (unit) {
    case 'points':
      return countedWords(direction, numbers);
    case 'laps':
      return countedWords(direction, numbers, { one: 'lap', other: 'laps' });
    case 'time':
      return timeWords(direction, numbers);
    case 'distance':
      return distanceWords(direction, numbers);
    default:
      return countedWords(direction, numbers, unit);
  }
}

/** Milliseconds: "1:23.456", "2:01:23.456"; as a gap "0.250 s". */
function timeWords(direction: Direction, { locale, count }: Numbers): UnitWords {
  const two = formatOf(locale, 2, 0);
  const seconds = formatOf(locale, 1, 3);
  const twoSeconds = formatOf(locale, 2, 3);
  const figure = (total: number) => {
    const { hours, minutes, ms } = partsOf(total);
    const front = hours === 0 ? count(minutes) : `${count(hours)}:${two.format(minutes)}`;
    return `${minusOf(total)}${front}:${twoSeconds.format(ms / 1000)}`;
  };
  const gap = (apart: number) => {
    const { hours, minutes, ms } = partsOf(apart);
    return hours === 0 && minutes === 0 ? `${minusOf(apart)}${seconds.format(ms / 1000)} s` : figure(apart);
  };
  return {
    head: 'Time',
    several: 'times',
    lead: direction === 'low' ? 'fastest time' : 'longest time',
    better: direction === 'low' ? 'faster' : 'longer',
    figure,
    brief: (total) => briefWords(figure(total), total / 3_600_000, locale, 'h'),
    tag: () => '',
    words: figure,
    spoken: (total) => {
      const { hours, minutes, ms } = partsOf(total);
      const part = (value: number, text: string, one: string) => (value === 0 ? [] : [`${text} ${one}${value === 1 ? '' : 's'}`]);
      const parts = [...part(hours, count(hours), 'hour'), ...part(minutes, count(minutes), 'minute')];
      const rest = ms === 0 && parts.length > 0 ? [] : [`${seconds.format(ms / 1000)} ${ms === 1000 ? 'second' : 'seconds'}`];
      return `${minusOf(total) === '' ? '' : 'minus '}${[...parts, ...rest].join(' ')}`;
    },
    gap,
    margin: gap,
  };
}

/** Millimetres, written in metres: "8.95 m", "42,195 m". */
function distanceWords(direction: Direction, { locale }: Numbers): UnitWords {
  const whole = formatOf(locale, 1, 0);
  const parted = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 3 });
  const figure = (total: number) => {
    const mm = Math.abs(Math.round(total));
    const metres = Math.floor(mm / 1000);
    // Formatted from text, since dividing would lose digits.
    const text = mm % 1000 === 0 ? whole.format(metres) : parted.format(`${metres}.${String(mm % 1000).padStart(3, '0')}` as `${number}`);
    return `${minusOf(total)}${text} m`;
  };
  return {
    head: 'Distance',
    several: 'distances',
    lead: direction === 'low' ? 'shortest distance' : 'longest distance',
    better: direction === 'low' ? 'shorter' : 'further',
    figure,
    brief: (total) => briefWords(figure(total), total / 1000, locale, 'm'),
    tag: () => '',
    words: figure,
    spoken: figure,
    gap: figure,
    margin: figure,
  };
}

/** Rounded to milliseconds first, so that almost a minute is one. */
function partsOf(total: number): { readonly hours: number; readonly minutes: number; readonly ms: number } {
  const whole = Math.abs(Math.round(total));
  const minutes = Math.floor(whole / 60_000);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60, ms: whole % 60_000 };
}

function minusOf(total: number): string {
  return Math.round(total) < 0 ? '\u2212' : '';
}

const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, digits: number, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${digits} ${decimals}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, {
      minimumIntegerDigits: digits,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(key, format);
  }
  return format;
}
