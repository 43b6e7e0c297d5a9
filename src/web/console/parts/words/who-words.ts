import type { Actor } from '../../../../contract/operation/audit.ts';

const WHO = {
  person: (name: string | null) => name ?? 'someone',
  server: () => 'the server',
  key: (name: string | null) => `key ${name}`,
  command: (name: string | null) => (name === null ? 'CLI' : `${name} (CLI)`),
} as const;

/** An actor: a person by name, a program by its key. */
export function whoWords({ kind, name }: Actor): string {
  return WHO[kind](name);
}

/** A player with both names: "Ada (ada)", or "ada" if they are equal. */
export function playerWords({ username, displayName }: { readonly username: string; readonly displayName: string | null }): string {
  return displayName === null || displayName === username ? username : `${displayName} (${username})`;
}
