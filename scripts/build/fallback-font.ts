/** Archivo's height above and below the line, in percent of the size of type. */
const [ASCENT, DESCENT] = [87.8, 21];

/** Where Arial is, and Liberation Sans, which has its measures. */
const REGULAR = ['Arial', 'Liberation Sans', 'Helvetica'];

const DIGITS = 'U+2C, U+2E, U+30-39';

/**
 * The weights and widths that the site uses; how wide Arial's letters must be, and its digits, to be as wide as Archivo's; and the
 * height below the line where letters keep to it less closely. All but weights in percent.
 */
const FACES: readonly (readonly [weight: number, stretch: number, letters: number, digits: number, descent?: number])[] = [
  [400, 100, 100, 99.8],
  [600, 75, 75.8, 82.4],
  [600, 85, 83.6, 90.2],
  [600, 90, 89.5, 94.1, 24],
  [600, 100, 97.2, 101.9, 22],
  [700, 85, 86.1, 92.3],
  [700, 100, 98.5, 104.8],
  [800, 75, 80.9, 86.3],
  [800, 85, 89.8, 95.5],
  [800, 100, 103.1, 109.3],
];

/**
 * The typeface of the first paint, until Archivo has come: Arial stretched to Archivo's width in each weight and width, letters and
 * digits each for themselves, with Archivo's height. Measured over the site's own words in a browser; the layout test fails if the
 * shift rounds to 0.001.
 */
export const FALLBACK_FONT = FACES.flatMap(([weight, stretch, letters, digits, descent]) => [
  fontFace(weight, stretch, letters, descent),
  fontFace(weight, stretch, digits).replace('}', `unicode-range: ${DIGITS}; }`),
]).join('\n');

function fontFace(weight: number, stretch: number, size: number, descent = percent(DESCENT, size)): string {
  const source = REGULAR.map((name) => `local('${weight === 400 ? name : `${name} Bold`}')`).join(', ');
  return (
    `@font-face { font-family: 'Archivo Fallback'; src: ${source}; font-weight: ${weight}; font-stretch: ${stretch}%; ` +
    `size-adjust: ${size}%; ascent-override: ${percent(ASCENT, size)}%; descent-override: ${descent}%; line-gap-override: 0%; }`
  );
}

/** What a height is in percent of a size that is adjusted. */
function percent(height: number, size: number): number {
  return Math.round((1000 * height) / size) / 10;
}
