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
import { voidImport } from './void-import.ts';

interface UndoImportProps {
  readonly board: string;
  readonly file: string;
  readonly imported: Imported;
}

/** Voids everything that an import stored: in one act with a preview, or in steps if it is more than one act takes. */
export function UndoImport({ board, file, imported: { id, fresh, known } }: UndoImportProps) {
  const { count } = useNumberFormat();
  const words = IMPORT.undo;
  // Those that were known may be of an earlier, interrupted run of the same import.
  const most = fresh.length + known;
  if (most === 0) return null;
  if (most > MOST_SELECTED) return <UndoInSteps board={board} file={file} id={id} most={most} />;
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

interface UndoInStepsProps extends Pick<UndoImportProps, 'board' | 'file'> {
  readonly id: string;
  /** The most events that the import may have. */
  readonly most: number;
}

function UndoInSteps({ board, file, id, most }: UndoInStepsProps) {
  const { count } = useNumberFormat();
  const ask = useAsk();
  const client = useQueryClient();
  const voided = useRef(0);
  const [state, setState] = useState<{ readonly at: 'asked' | 'busy' | 'done'; readonly failure: Error | null }>({
    at: 'asked',
    failure: null,
  });
  const words = IMPORT.undo;
  const carryOut = async () => {
    setState({ at: 'busy', failure: null });
    try {
      await voidImport(ask, {
        board,
        id,
        reason: words.reason(file),
        onVoided: (events) => {
          voided.current += events;
          setState({ at: 'busy', failure: null });
        },
      });
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
          <p>{words.inSteps(count(most), count(MOST_SELECTED))}</p>
          <p>{words.told}</p>
          <FailureTold failure={state.failure} />
          <div role="status">
            {state.at === 'done' ? <p className={look.good}>{words.done(voided.current, count(voided.current))}</p> : null}
            {state.at === 'busy' ? <Progress label={words.busy(voided.current, count(voided.current))} /> : null}
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
