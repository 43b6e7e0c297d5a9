/**
 * What a player is kept under whose name is another's: two names that an earlier version told apart, and that are one by
 * `usernameKey`. No text folds to it, because folded text has no capitals of ASCII: so nobody is looked up by it.
 */
export function namelessFold(player: number): string {
  return `PLAYER ${player}`;
}
