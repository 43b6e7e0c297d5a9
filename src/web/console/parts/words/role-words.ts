import type { Role } from '../../../../contract/role.ts';

/** What each role may do, in a few words; those of people each include the one before. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  read: 'reads boards, private ones too',
  write: 'posts points, and reads boards',
  viewer: 'sees everything and changes nothing',
  moderator: 'also judges points and players',
  operator: 'also runs boards, prizes and the site',
  owner: 'also decides about people and keys',
};

/** Roles as choices, each with what it may do. */
export function roleChoices<Any extends Role>(roles: readonly Any[]): readonly { readonly value: Any; readonly text: string }[] {
  return roles.map((role) => ({ value: role, text: `${role}: ${ROLE_WORDS[role]}` }));
}
