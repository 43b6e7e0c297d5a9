/** Beginnings of names that belong to the build, to tests and to scripts. */
const OTHERS = /^LAURELS_(?:APPEARANCE|CALLED_(?:AS|FROM)|CLOCK_SHIFT_MS|POSTGRES_PROGRAMS|TEST_\w+)$/;

/** What Kubernetes puts into the environment of everything beside a service that is called `laurels`. */
const OF_A_SERVICE = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_(?:TCP|UDP)(?:_\w+)?)?)$/;

/** How many letters may be wrong in a name for which another one is suggested. */
const NEAR = 4;

/**
 * A sentence about each variable that looks like a setting of ours and is none, with the one that may have been meant. `known`: the names
 * of all settings.
 */
export function misspeltSettings(env: Readonly<Record<string, string | undefined>>, known: readonly string[]): readonly string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('LAURELS_') && !known.includes(name) && !OTHERS.test(name) && !OF_A_SERVICE.test(name))
    .toSorted()
    .map((name) => {
      const letters = new Map(known.map((other) => [other, lettersBetween(name, other)]));
      const [nearest] = known.filter((other) => letters.get(other)! <= NEAR).toSorted((a, b) => letters.get(a)! - letters.get(b)!);
      return `${name} is not a setting and changes nothing.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`;
    });
}

/** How many letters must be added, left out or replaced to make one word of another (Levenshtein). */
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
