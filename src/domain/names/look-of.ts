/**
 * Letters and digits by the one of ASCII that each looks like: of Unicode's confusables (UTS 39, version 15) all single ones up to the
 * Armenian alphabet. Those in other styles, such as full width, are found by NFKC. "rn" for "m" is left out: honest names have it.
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

/** What a name looks like: the same for two that are easily taken for each other. Not a name, and shown to nobody. */
export function lookOf(name: string): string {
  const looks = Array.from(name.normalize('NFKC'), (letter) => LOOK_OF.get(letter) ?? letter);
  // Pages show several spaces as one, and none at the ends.
  return looks.join('').toLowerCase().normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}
