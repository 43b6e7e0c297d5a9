/**
 * ASCII letters and digits with their lookalikes: Unicode's single-character confusables (UTS 39, version 15) up to the Armenian alphabet.
 * NFKC covers other styles, such as full width. "rn" for "m" is left out, because it is common in honest names.
 */
const LOOKS: Readonly<Record<string, string>> = {
  2: 'ƧϨ',
  3: 'ƷȜЗӠ',
  5: 'Ƽ',
  6: 'б',
  8: 'Ȣȣ',
  A: 'ΑА',
  B: 'ΒВ',
  C: 'ϹС',
  E: 'ΕЕ',
  F: 'Ϝ',
  G: 'Ԍ',
  H: 'ΗН',
  J: 'ͿЈ',
  K: 'ΚК',
  M: 'ΜϺМ',
  N: 'Ν',
  O: '0ΟОՕ',
  P: 'ΡР',
  R: 'Ʀ',
  S: 'ЅՏ',
  T: 'ΤТ',
  U: 'Ս',
  V: 'Ѵ',
  W: 'Ԝ',
  X: 'ΧХ',
  Y: 'ΥϒУҮ',
  Z: 'Ζ',
  a: 'ɑαа',
  b: 'ƄЬ',
  c: 'ϲс',
  d: 'ԁ',
  e: 'еҽ',
  f: 'ſք',
  g: 'ƍɡց',
  h: 'һհ',
  i: 'ıɩɪͺιіӏ',
  j: 'ϳј',
  l: '1I|ƖǀΙІӀ',
  n: 'ոռ',
  o: 'οσоօ',
  p: 'ρϱр',
  q: 'ԛգզ',
  r: 'г',
  s: 'ƽѕ',
  u: 'ʋυս',
  v: 'νѵ',
  w: 'ɯѡԝա',
  x: 'х',
  y: 'ɣʏγуү',
};

const LOOK_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKS).flatMap(([look, alike]) => Array.from(alike, (letter) => [letter, look] as const)),
);

/** A skeleton of a name, equal for names that are easily confused. Not for display. */
export function lookOf(name: string): string {
  const looks = Array.from(name.normalize('NFKC'), (letter) => LOOK_OF.get(letter) ?? letter);
  // Pages collapse and trim spaces.
  return looks.join('').toLowerCase().normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
