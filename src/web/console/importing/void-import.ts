import { ApiFailure } from '../../../contract/exchange.ts';
import { MOST_SELECTED } from '../../../contract/parts/selection.ts';
import type { Ask } from '../asking/console-api.ts';
import { patiently } from './patiently.ts';

/** Events per page: the maximum of the API. */
const AT_ONCE = 200;

interface Voiding {
  readonly board: string;
  /** The id of the import. */
  readonly id: string;
  readonly reason: string;
  readonly onVoided: (events: number) => void;
}

/** Voids what is left of an import, at most {@link MOST_SELECTED} events per act. Skips events that can't be voided. @throws like `ask`. */
export async function voidImport(ask: Ask, { board, id, reason, onVoided }: Voiding): Promise<void> {
  let before: number | undefined;
  do {
    const ids: string[] = [];
    do {
      const query = { import: id, limit: AT_ONCE, ...(before !== undefined && { before }) };
      const { answer } = await patiently(() => ask('events', { board, query }));
      for (const event of answer.events) if (event.voided === null) ids.push(event.id);
      before = answer.next ?? undefined;
    } while (before !== undefined && ids.length + AT_ONCE <= MOST_SELECTED);
    if (ids.length > 0) onVoided(await voided(ask, { board, ids, reason }));
  } while (before !== undefined);
}

async function voided(
  ask: Ask,
  { reason, ...events }: { readonly board: string; readonly ids: readonly string[]; readonly reason: string },
) {
  try {
    const { answer } = await ask('reviseEvents', { body: { does: 'void', reason, events: { board: events.board, ids: [...events.ids] } } });
    // Only a request for a preview gets a preview as its answer.
    return 'preview' in answer ? 0 : answer.events;
  } catch (failure) {
    // None of them can be voided.
    if (failure instanceof ApiFailure && failure.status === 409) return 0;
    throw failure;
  }
}
