/** Somebody who is ranked. `avatar` is one emoji; `username` is what a visitor reads and searches for. */
export interface Player {
  readonly id: string;
  readonly username: string;
  readonly avatar: string;
}
