import type { Actor, ApiAuthor } from '../../../contract/operation/audit.ts';
import type { AuthoredEvent } from '../../store/stored-values.ts';

type Named = Iterable<{ readonly id: string; readonly name: string }>;

/** The current names of all keys and people, revoked and removed ones too. */
export interface AuthorNames {
  readonly keys: () => Named;
  readonly people: () => Promise<Named>;
}

/** The author of each event. */
export async function authorAnswers(
  { keys, people }: AuthorNames,
  events: readonly Pick<AuthoredEvent, 'author'>[],
): Promise<readonly (ApiAuthor | null)[]> {
  const kinds = new Set(events.map(({ author }) => author?.by.split(':')[0]));
  const named = [...(kinds.has('key') ? keys() : []), ...(kinds.has('person') ? await people() : [])];
  const names = new Map(named.map(({ id, name }) => [id, name]));
  return events.map(({ author }) => {
    if (author === undefined) return null;
    const [kind, id = null] = author.by.split(':') as [Actor['kind'], string?];
    return { kind, id, name: id === null ? null : (names.get(id) ?? null), import: author.import ?? null };
  });
}
