import type { Role } from '../../../../contract/role.ts';

/** The permissions of each role; each role of people includes the previous one. */
const ROLE_WORDS: Readonly<Record<Role, string>> = {
  read: 'read boards, including private ones',
  play: 'begin and finish plays; safe to ship in a game',
  write: 'post points and read boards',
  viewer: 'see everything, change nothing',
  moderator: 'also review points and players',
  operator: 'also manage boards, prizes and the site',
  owner: 'also manage people and keys',
};

/** Roles as choices, each with its permissions. */
export function roleChoices<Any extends Role>(roles: readonly Any[]): readonly { readonly value: Any; readonly text: string }[] {
  return roles.map((role) => ({ value: role, text: `${role}: ${ROLE_WORDS[role]}` }));
}
