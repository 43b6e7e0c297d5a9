import type { PersonRole } from '../../../contract/operation/operator-answers.ts';

/** What each role may do, in a few words. */
export const ROLE_WORDS: Readonly<Record<PersonRole, string>> = {
  viewer: 'sees everything and changes nothing',
  moderator: 'also judges points and players',
  operator: 'also runs boards, prizes and the site',
  owner: 'also decides about people and keys',
};
