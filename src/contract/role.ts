import { PERSON_ROLES, type PersonRole } from './operation/operators.ts';

/**
 * What a principal may do. A principal is a person at the console or an API key, and both have one of these roles.
 * `read` and `write` are for programs: reading boards, and posting points. `viewer` sees all that operators see and changes
 * nothing. `moderator` also judges points and players. `operator` also runs the site. `owner` also decides who else may.
 */
export const ROLES = ['read', 'write', 'viewer', 'moderator', 'operator', 'owner'] as const;

export type Role = (typeof ROLES)[number];

/** The roles that each one includes. A program that writes sees nothing of what operators see, and who only looks writes nothing. */
const INCLUDED: Readonly<Record<Role, readonly Role[]>> = {
  read: ['read'],
  write: ['read', 'write'],
  viewer: ['read', 'viewer'],
  moderator: ['read', 'viewer', 'moderator'],
  operator: ['read', 'write', 'viewer', 'moderator', 'operator'],
  owner: ROLES,
};

/** Whether whoever has the role `held` may do what needs the role `needed`. */
export function includesRole(held: Role, needed: Role): boolean {
  return INCLUDED[held].includes(needed);
}

/** The first role of people that may do what needs a role. */
export function personRoleFor(needed: Role): PersonRole {
  return PERSON_ROLES.find((role) => includesRole(role, needed))!;
}
