/** Somebody who is ranked. `avatar` is one emoji; `name` is what a visitor reads and searches for. */
export interface Player {
  readonly id: string;
  readonly name: string;
  readonly avatar: string;
}
