import { createContext, use } from 'react';

import { includesRole, personRoleFor, type Role } from '../../../contract/role.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

export const PersonContext = createContext<Person | undefined>(undefined);

export function usePerson(): Person {
  const person = use(PersonContext);
  if (person === undefined) throw new Error('Nobody is signed in.');
  return person;
}

/** Whether the signed-in person has a role, or the reason why not. */
export function useMayDo(needed: Role | 'none'): { readonly may: true } | { readonly may: false; readonly why: string } {
  const { role } = usePerson();
  if (needed === 'none' || includesRole(role, needed)) return { may: true };
  return { may: false, why: `Your role is ${role}. This needs the ${personRoleFor(needed)} role; ask an owner.` };
}
