import type { Role } from '../../../../contract/role.ts';

/** What each role may do; each role of people includes the one before. */
const ROLE_WORDS: Readonly<Record<Role, string>> = {
  read: 'read boards, including private ones',
  play: 'begin and finish plays; safe to ship in a game',
  write: 'post points and read boards',
  viewer: 'see everything, change nothing',
  moderator: 'also review points and players',
  operator: 'also manage boards, prizes and the site',
  owner: 'also manage people and keys',
};

/** Roles as choices, each with what it may do. */
export function roleChoices<Any extends Role>(roles: readonly Any[]): readonly { readonly value: Any; readonly text: string }[] {
  return roles.map((role) => ({ value: role, text: `${role}: ${ROLE_WORDS[role]}` }));
}
