import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { Imported } from '../../../contract/files/importing.ts';
import { MOST_SELECTED } from '../../../contract/parts/selection.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAsk } from '../asking/console-api.ts';
import { useTrying } from '../asking/use-act.ts';
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

/** Voids everything that an import stored: in one act with a preview, or in steps if there are too many events for one act. */
export function UndoImport({ board, file, imported: { id, fresh, known } }: UndoImportProps) {
  const { count } = useNumberFormat();
  const words = IMPORT.undo;
  // Known events may be from an earlier, interrupted run of the same import.
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
      done={({ events }) => words.done(events, count(events))}
    />
  );
}

interface UndoInStepsProps extends Pick<UndoImportProps, 'board' | 'file'> {
  readonly id: string;
  /** The maximum number of events of the import. */
  readonly most: number;
}

function UndoInSteps({ board, file, id, most }: UndoInStepsProps) {
  const { count } = useNumberFormat();
  const ask = useAsk();
  const client = useQueryClient();
  const [voided, setVoided] = useState(0);
  const { error, isPending, isSuccess, mutate: attempt } = useTrying();
  const words = IMPORT.undo;
  const carryOut = () =>
    voidImport(ask, { board, id, reason: words.reason(file), onVoided: (events) => setVoided((all) => all + events) }).finally(
      () => void client.invalidateQueries(),
    );
  return (
    <ActDialog label={words.opens} title={words.title} look="danger">
      {() => (
        <div className={look.stack}>
          <p>{words.inSteps(count(most), count(MOST_SELECTED))}</p>
          <p>{words.told}</p>
          <FailureTold failure={error} />
          <div role="status">
            {isSuccess ? <p className={look.good}>{words.done(voided, count(voided))}</p> : null}
            {isPending ? <Progress label={words.busy(voided, count(voided))} /> : null}
          </div>
          {isSuccess ? null : (
            <button
              type="button"
              className={look.dangerPrimary}
              aria-disabled={isPending || undefined}
              onClick={() => isPending || attempt(carryOut)}
            >
              {words.label}
            </button>
          )}
        </div>
      )}
    </ActDialog>
  );
}
