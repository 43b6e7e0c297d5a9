/** Archivo's ascent and descent, in percent of the font size. */
const [ASCENT, DESCENT] = [87.8, 21];

/** Arial, and the metric-compatible Liberation Sans. */
const REGULAR = ['Arial', 'Liberation Sans', 'Helvetica'];

const DIGITS = 'U+2C, U+2E, U+30-39';

/**
 * The site's weights and widths; the adjustment of Arial's letters and digits to Archivo's width; and an adjusted descent where letters
 * match less closely. All but weights in percent.
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
 * The typeface of the first paint until Archivo has loaded: Arial adjusted to Archivo's width per weight and width, letters and digits
 * separately, with Archivo's height. Measured with the site's own words in a browser; the layout test fails if the shift rounds to 0.001.
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

/** A height in percent of an adjusted size. */
function percent(height: number, size: number): number {
  return Math.round((1000 * height) / size) / 10;
}
