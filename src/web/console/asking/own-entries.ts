// What of the audit log is about whoever is signed in, and about just now.
import { useQuery } from '@tanstack/react-query';

import { ENDPOINTS } from '../../../contract/api.ts';
import type { ApiAuditEntry } from '../../../contract/operation/audit.ts';
import { useAsk } from './ask-context.ts';
import { usePerson } from './signed-in.ts';
import { useQuestion } from './use-question.ts';

/** So many entries are looked through. One act has a few, and others act meanwhile. */
const LOOKED_AT = 20;

/** The number of the newest entry, 0 if there is none; `undefined` as long as it is not known. */
export function useNewestEntry(): number | undefined {
  const { answer } = useQuestion('audit', { query: { limit: 1 } });
  return answer && (answer.entries[0]?.number ?? 0);
}

/** The entries about what whoever is signed in did after the entry with a number, newest first; none as long as they are not known. */
export function useOwnEntries(after: number | undefined): readonly ApiAuditEntry[] {
  const ask = useAsk();
  const { id } = usePerson();
  const { data = [] } = useQuery({
    queryKey: [ENDPOINTS.audit.path, 'own', after],
    queryFn: async () => (await ask('audit', { query: { limit: LOOKED_AT } })).answer.entries,
    enabled: after !== undefined,
  });
  return data.filter(({ number, by }) => number > after! && by.kind === 'person' && by.id === id);
}
