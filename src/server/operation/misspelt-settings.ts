/** Variables of the build, tests and scripts. */
const OTHERS = /^LAURELS_(?:APPEARANCE|CALLED_(?:AS|FROM)|CLOCK_SHIFT_MS|POSTGRES_PROGRAMS|TEST_\w+)$/;

/** Variables that Kubernetes sets for a service named `laurels`. */
const OF_A_SERVICE = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_(?:TCP|UDP)(?:_\w+)?)?)$/;

/** The largest edit distance of a suggestion. */
const NEAR = 4;

/** A warning for each variable that looks like a setting but is not one, with a suggestion. `known`: the names of all settings. */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>, known: readonly string[]): readonly string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('LAURELS_') && !known.includes(name) && !OTHERS.test(name) && !OF_A_SERVICE.test(name))
    .toSorted()
    .map((name) => {
      const letters = new Map(known.map((other) => [other, lettersBetween(name, other)]));
      const [nearest] = known.filter((other) => letters.get(other)! <= NEAR).toSorted((a, b) => letters.get(a)! - letters.get(b)!);
      return `${name} is not a setting and has no effect.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`;
    });
}

/** The Levenshtein distance. */
function lettersBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...one].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (letter === other[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length]!;
}
