import type { Manifest } from './manifest.ts';

export const README = 'README.txt';

/** A description of the archive, for people. */
export function readme({ program, madeAt }: Pick<Manifest, 'program' | 'madeAt'>): string {
  return `Everything of a Laurels leaderboard, at one moment: ${madeAt}
Written by Laurels ${program}. Keep it private: see Secrets below.

To run the game elsewhere, with the same answers:

  LAURELS_DATA=/new/folder laurels import THIS-FILE.tar.gz
  LAURELS_DATABASE=postgres://... laurels import THIS-FILE.tar.gz

The folder or database must be empty. The import checks every file against manifest.json, copies all
rows, compares them, and replays all events.

For people and other programs (UTF-8; CSV as in RFC 4180; times in UTC)
  events/BOARD.csv         every event that is not voided, in the order it was recorded, with the columns
                           of "laurels import"; author says who posted it
  finals/BOARD-KIND.csv    final ranks of every closed day, week (its first day) or month
  boards.json              boards and their settings, limits and review periods
  catalogue.json           activities, tournaments, achievements and prizes, for "laurels catalogue set"
  appearance.json          name, logo, words and colour, for "laurels appearance set"

For the import
  rows/TABLE.jsonl         every stored row of a table, one JSON array on each line
  rows/key-uses.json       when each API key was last used
  manifest.json            the format, and the lines and SHA-256 of every file

Secrets
  Contained: hashes of API keys (the keys keep working), public keys of passkeys (people can sign in if
  the address of the site is the same), the signing keys and addresses of webhooks, queued messages, and
  the names and events of all players, also hidden ones and private boards.
  Not contained: API keys themselves, sessions and invitations (everyone signs in again), settings of
  the environment such as the client secret of single sign-on, and the server's log.
`;
}
