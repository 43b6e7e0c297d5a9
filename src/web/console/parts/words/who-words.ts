import type { Actor } from '../../../../contract/operation/audit.ts';

const WHO = {
  person: (name: string | null) => name ?? 'someone',
  server: () => 'the server',
  key: (name: string | null) => `key ${name}`,
  command: (name: string | null) => (name === null ? 'CLI' : `${name} (CLI)`),
} as const;

/** Who acted: a person by name, a program by its key. */
export function whoWords({ kind, name }: Actor): string {
  return WHO[kind](name);
}
