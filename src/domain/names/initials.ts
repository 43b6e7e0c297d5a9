/** Two letters: the capitals of a camel-case name, otherwise the first two characters. */
export function initials(name: string): string {
  const capitals = name.match(/\p{Lu}/gu) ?? [];
  const letters = capitals.length >= 2 ? capitals : [...name];
  return letters.slice(0, 2).join('').toUpperCase();
}
