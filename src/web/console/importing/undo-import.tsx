import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import type { Imported } from '../../../contract/files/importing.ts';
import { MOST_SELECTED } from '../../../contract/parts/selection.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAsk } from '../asking/console-api.ts';
import { Act } from '../parts/act.tsx';
import { FailureTold } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { ActDialog } from '../parts/dialog.tsx';
import { IMPORT } from './import-words.ts';
import { Progress } from './progress.tsx';

interface UndoImportProps {
  readonly board: string;
  readonly file: string;
  readonly imported: Imported;
}

/** Voids everything that an import stored: in one act with a preview, or in steps if it is more than one act takes. */
export function UndoImport({ board, file, imported: { id, fresh, known } }: UndoImportProps) {
  const { count } = useNumberFormat();
  const words = IMPORT.undo;
  if (fresh.length === 0) return null;
  if (fresh.length + known > MOST_SELECTED) return <UndoInSteps board={board} file={file} ids={fresh} />;
  return (
    <Act
      act="reviseEvents"
      {...words}
      look="danger"
      says={{ does: 'void', reason: words.reason(file), events: { match: { board, import: id } } }}
      told={words.told}
      // Only a request for a preview is answered with one.
      done={(answer) => ('events' in answer ? words.done(answer.events, count(answer.events)) : '')}
    />
  );
}

function UndoInSteps({ board, file, ids }: { readonly board: string; readonly file: string; readonly ids: readonly string[] }) {
  const { count } = useNumberFormat();
  const ask = useAsk();
  const client = useQueryClient();
  const voided = useRef(0);
  const [state, setState] = useState<{ readonly at: 'asked' | 'busy' | 'done'; readonly failure: Error | null }>({
    at: 'asked',
    failure: null,
  });
  const words = IMPORT.undo;
  const steps = Math.ceil(ids.length / MOST_SELECTED);
  const carryOut = async () => {
    setState({ at: 'busy', failure: null });
    try {
      while (voided.current < ids.length) {
        const some = ids.slice(voided.current, voided.current + MOST_SELECTED);
        await ask('reviseEvents', { body: { does: 'void', reason: words.reason(file), events: { board, ids: some } } });
        voided.current += some.length;
        setState({ at: 'busy', failure: null });
      }
      setState({ at: 'done', failure: null });
    } catch (failure) {
      setState({ at: 'asked', failure: failure as Error });
    }
    void client.invalidateQueries();
  };
  return (
    <ActDialog label={words.opens} title={words.title} look="danger">
      {() => (
        <div className={look.stack}>
          <p>{words.inSteps(count(ids.length), count(steps), count(MOST_SELECTED))}</p>
          <p>{words.told}</p>
          <FailureTold failure={state.failure} />
          <div role="status">
            {state.at === 'done' ? <p className={look.good}>{words.done(ids.length, count(ids.length))}</p> : null}
            {state.at === 'busy' ? (
              <Progress
                label={words.busy}
                done={voided.current}
                total={ids.length}
                of={IMPORT.of(count(voided.current), count(ids.length))}
              />
            ) : null}
          </div>
          {state.at === 'done' ? null : (
            <button
              type="button"
              className={look.dangerPrimary}
              aria-disabled={state.at === 'busy' || undefined}
              onClick={() => state.at === 'asked' && void carryOut()}
            >
              {words.label}
            </button>
          )}
        </div>
      )}
    </ActDialog>
  );
}
