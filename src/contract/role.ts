import { PERSON_ROLES, type PersonRole } from './operation/operators.ts';

/**
 * Roles of people and API keys. `read` and `write` are for programs that read boards or post points. `play` is for public keys embedded in
 * a game: they can only create guests, and begin and finish plays. `viewer` sees everything operators see; `moderator` also decides on
 * points and players; `operator` also runs the site; `owner` also manages access.
 */
export const ROLES = ['read', 'play', 'write', 'viewer', 'moderator', 'operator', 'owner'] as const;

export type Role = (typeof ROLES)[number];

/** The roles that each role includes. `write` cannot see what operators see, and `viewer` cannot post. */
const INCLUDED: Readonly<Record<Role, readonly Role[]>> = {
  read: ['read'],
  play: ['read', 'play'],
  write: ['read', 'write'],
  viewer: ['read', 'viewer'],
  moderator: ['read', 'viewer', 'moderator'],
  operator: ['read', 'write', 'viewer', 'moderator', 'operator'],
  owner: ROLES,
};

/** Whether role `held` includes role `needed`. */
export function includesRole(held: Role, needed: Role): boolean {
  return INCLUDED[held].includes(needed);
}

/** The lowest role for people that includes `needed`. */
export function personRoleFor(needed: Role): PersonRole {
  return PERSON_ROLES.find((role) => includesRole(role, needed))!;
}
