import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { ENDPOINTS } from '../../../contract/api.ts';
import { type Imported, importRows } from '../../../contract/files/importing.ts';
import { type RowFault, UnreadableFile } from '../../../contract/files/points-rows.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { useAsk } from '../asking/console-api.ts';
import { useMayDo } from '../asking/signed-in.ts';
import { List } from '../list/list.tsx';
import { Act } from '../parts/act.tsx';
import { FailureTold } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { Field } from '../parts/field.tsx';
import { BoardField, TickField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-body.ts';
import { DataTable } from '../parts/table.tsx';
import { Facts, RoomPage, RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { useBoardTexts } from '../parts/words/of-board.tsx';
import { checkedFile, type CheckedFile } from './checked-file.ts';
import { IMPORT } from './import-words.ts';
import styles from './import.module.css';
import { patiently } from './patiently.ts';
import { Progress } from './progress.tsx';
import { UndoImport } from './undo-import.tsx';

/** The stage of an import; rows are stored only from `importing` on. */
type Stage =
  | { readonly at: 'choosing'; readonly refusal?: string }
  | { readonly at: 'checking'; readonly rows: number }
  | { readonly at: 'checked'; readonly file: CheckedFile }
  | ({ readonly at: 'importing' } & Sent)
  | ({ readonly at: 'stopped'; readonly failure: Error | null } & Sent)
  | { readonly at: 'done'; readonly file: CheckedFile; readonly board: string; readonly imported: Imported };

interface Sent {
  readonly file: CheckedFile;
  readonly board: string;
  readonly done: number;
}

/** Imports a file of points: choose, check, then send in batches. */
export function Component() {
  const mayDo = useMayDo(ENDPOINTS.importPoints.role);
  return (
    <RoomPage {...IMPORT.page}>
      {mayDo.may ? <Importing /> : <p className="muted">{mayDo.why}</p>}
      <List
        id="imports"
        {...IMPORT.unfinished}
        columns={{
          file: { name: ({ id, board, file }) => <Link to={eventsOf(board, id)}>{file}</Link> },
          board: { name: ({ board }) => board },
          started: { line: ({ startedAt }) => <Moment at={startedAt} /> },
          seen: { line: ({ seenAt }) => <Moment at={seenAt} /> },
          actions: ({ id, file }) => (
            <Act
              act="endImport"
              {...IMPORT.unfinished.end}
              on={{ import: id }}
              told={IMPORT.unfinished.endTold}
              done={IMPORT.unfinished.ended(file)}
            />
          ),
        }}
      />
    </RoomPage>
  );
}

/** A link to the import's events, where they can be voided. */
function eventsOf(board: string, id: string): string {
  return `/events?${new URLSearchParams({ board, import: id })}`;
}

function Importing() {
  const ask = useAsk();
  const { said } = useAddress();
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  /** Counts runs: a run that is no longer the latest stops. */
  const turn = useRef(0);
  const [stage, setStage] = useState<Stage>({ at: 'choosing' });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => () => void (turn.current += 1), []);
  useEffect(() => {
    // The button that was pressed is gone.
    if (document.activeElement === document.body && stage.at !== 'choosing') place.current!.focus();
  }, [stage.at]);

  const begin = () => {
    const own = (turn.current += 1);
    return () => turn.current !== own;
  };
  const check = async () => {
    const sent = new FormData(form.current!);
    const chosen = sent.get('file');
    const isStopped = begin();
    if (!(chosen instanceof File) || chosen.name === '') return setStage({ at: 'choosing' });
    setStage({ at: 'checking', rows: 0 });
    try {
      const epoch = textOf(sent, 'anyDate') === 'on' ? 'a time' : 'unset';
      const file = await checkedFile(chosen, epoch, (rows) => !isStopped() && setStage({ at: 'checking', rows }), isStopped);
      if (file !== undefined && !isStopped()) setStage({ at: 'checked', file });
    } catch (error) {
      // The file was moved or changed after it was chosen.
      if (!(error instanceof UnreadableFile || error instanceof DOMException)) throw error;
      if (!isStopped()) setStage({ at: 'choosing', refusal: refusalOf(error, chosen) });
    }
  };
  const send = async (file: CheckedFile, board: string) => {
    const isStopped = begin();
    let done = 0;
    const reached = (now: number) => {
      done = now;
      if (!isStopped()) setStage({ at: 'importing', file, board, done });
    };
    reached(0);
    try {
      const imported = await importRows(file.rows, {
        ask: async (id, asked) => (await patiently(() => ask(id, asked), isStopped)).answer,
        board,
        file: file.label,
        onReached: reached,
        isStopped,
      });
      if (imported !== 'stopped' && !isStopped()) setStage({ at: 'done', file, board, imported });
    } catch (failure) {
      if (!isStopped()) setStage({ at: 'stopped', file, board, done, failure: failure as Error });
    }
    void client.invalidateQueries();
  };
  const stop = (sent: Sent) => {
    begin();
    setStage({ ...sent, at: 'stopped', failure: null });
  };

  const isBusy = stage.at === 'importing';
  const told = (
    <p role="status" className="visually-hidden">
      {IMPORT.said[stage.at]}
    </p>
  );
  if (stage.at === 'done')
    return (
      <div ref={place} tabIndex={-1}>
        {told}
        <Done {...stage} onAnother={() => setStage({ at: 'choosing' })} />
      </div>
    );
  return (
    <form
      ref={form}
      className={look.stack}
      data-unsaved={isBusy ? 'import' : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (stage.at === 'checked') void send(stage.file, textOf(new FormData(event.currentTarget), 'board'));
        if (stage.at === 'stopped') void send(stage.file, stage.board);
      }}
    >
      <fieldset disabled={isBusy} className={look.stack}>
        <BoardField chosen={said('board')} />
        <Field name="file" {...IMPORT.file} refused={stage.at === 'choosing' ? stage.refusal : undefined}>
          {(ids) => <input {...ids} type="file" accept=".csv,.jsonl,text/csv" className={styles.drop} onChange={() => void check()} />}
        </Field>
        <div onChange={() => void check()}>
          <TickField name="anyDate" {...IMPORT.anyDate} />
        </div>
      </fieldset>
      {told}
      <div ref={place} tabIndex={-1} className={look.stack}>
        <StageTold stage={stage} onStop={stop} />
      </div>
    </form>
  );
}

function refusalOf(error: UnreadableFile | DOMException, { size }: File): string {
  if (size === 0) return IMPORT.emptyFile;
  return error instanceof UnreadableFile ? IMPORT.unreadable(error.message, error.line) : IMPORT.gone;
}

function StageTold({ stage, onStop }: { readonly stage: Exclude<Stage, { at: 'done' }>; readonly onStop: (sent: Sent) => void }) {
  const { count } = useNumberFormat();
  switch (stage.at) {
    case 'choosing':
      return null;
    case 'checking':
      return <Progress label={IMPORT.checking(stage.rows, count(stage.rows))} />;
    case 'checked':
      return <Checked file={stage.file} />;
    case 'importing': {
      const total = stage.file.rows.length;
      return (
        <Progress label={IMPORT.importing(stage.file.name)} done={stage.done} total={total} of={IMPORT.of(count(stage.done), count(total))}>
          <button type="button" className={control.button} onClick={() => onStop(stage)}>
            {IMPORT.stop}
          </button>
        </Progress>
      );
    }
    case 'stopped':
      return (
        <RoomPart title={IMPORT.stopped.title}>
          <FailureTold failure={stage.failure} />
          <p>{IMPORT.stopped.told(count(stage.done), count(stage.file.rows.length))}</p>
          <button className={control.primary}>{IMPORT.resume}</button>
        </RoomPart>
      );
  }
}

function Checked({ file: { columns, rows, faults, faulty } }: { readonly file: CheckedFile }) {
  const { count } = useNumberFormat();
  const { checked } = IMPORT;
  const [ready, bad] = [count(rows.length), count(faulty)];
  return (
    <RoomPart title={checked.title}>
      <p>{faulty > 0 ? checked.faulty(faulty, bad, ready) : rows.length === 0 ? checked.none : checked.fine(rows.length, ready)}</p>
      <Facts facts={{ [checked.columns]: columns.join(', ') }} />
      {rows.length === 0 ? null : (
        <button className={faulty > 0 ? control.button : control.primary}>
          {faulty > 0 ? IMPORT.startRest(rows.length, ready) : IMPORT.start(rows.length, ready)}
        </button>
      )}
      <FaultyRows title={checked.first(faults.length)} faults={faults} />
    </RoomPart>
  );
}

function FaultyRows({ title, faults }: { readonly title: string; readonly faults: readonly RowFault[] }) {
  const { count } = useNumberFormat();
  if (faults.length === 0) return null;
  return (
    <DataTable
      caption={title}
      rows={faults}
      heads={IMPORT.checked.heads}
      none=""
      keyOf={({ line }) => line}
      columns={{ line: { line: ({ line }) => IMPORT.checked.line(count(line)) }, fault: { name: ({ fault }) => fault } }}
    />
  );
}

/** The number of refused rows shown. */
const SHOWN = 100;

function Done({ board, file, imported, onAnother }: Extract<Stage, { at: 'done' }> & { readonly onAnother: () => void }) {
  const { id, fresh, known, late, refused } = imported;
  const { count } = useNumberFormat();
  const title = useBoardTexts().board(board);
  const { done } = IMPORT;
  return (
    <RoomPart title={done.title}>
      <div className={look.good}>
        <p>{done.told(fresh.length, count(fresh.length), title)}</p>
        {known === 0 ? null : <p>{done.known(known, count(known))}</p>}
        {late === 0 ? null : <p>{done.late(late, count(late))}</p>}
        <p>
          <Link to={eventsOf(board, id)}>{done.see}</Link>
        </p>
      </div>
      <FaultyRows title={done.refused(refused.length, count(refused.length))} faults={refused.slice(0, SHOWN)} />
      <div className={look.row}>
        <button type="button" className={control.button} onClick={onAnother}>
          {done.another}
        </button>
        <UndoImport board={board} file={file.name} imported={imported} />
      </div>
    </RoomPart>
  );
}
