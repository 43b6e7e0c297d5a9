import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, type SubmitEvent, use, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { ENDPOINTS } from '../../../contract/api.ts';
import type { Answer, Asked, Endpoint } from '../../../contract/endpoint.ts';
import { ApiFailure } from '../../../contract/exchange.ts';
import type { ApiPreview } from '../../../contract/operation/previews.ts';
import control from '../../ui/control.module.css';
import type { AnyAsked, Operations } from '../asking/console-api.ts';
import { useMayDo } from '../asking/signed-in.ts';
import { type ActId, useAct, usePreview } from '../asking/use-act.ts';
import { useNewestEntry } from '../asking/use-question.ts';
import { FailureTold, failureWords, RequestShown } from './asked.tsx';
import styles from './console.module.css';
import { FaultsContext, faultsOf } from './fields.tsx';
import { PreviewTold } from './preview-told.tsx';
import { cutValues } from './words/cut-values.ts';

interface ActFormProps<Id extends ActId> {
  readonly act: Id;
  /** What the button says, as an order: "Void this event". */
  readonly label: string;
  /** What is asked, made of the form as it is filled in. */
  readonly asked: (form: FormData) => Asked<Operations[Id]>;
  /** Whether it is told what the act would do before it is done, as every act that moves ranks is; `at once`: without being asked. */
  readonly isPreviewed?: boolean | 'at once';
  /** How it is told; who would move where, unless more can be said of it. */
  readonly preview?: (preview: ApiPreview) => ReactNode;
  /** The entity tag of what the form was filled with: what somebody else changed meanwhile is shown and not overwritten. */
  readonly etag?: string | null;
  /** What the button says that does it all the same, where what was changed meanwhile is not lost by it. */
  readonly overtaking?: string;
  /** A text that has to be typed to do it, of acts that cannot be taken back. */
  readonly typed?: string;
  /** What is said when it is done. */
  readonly done: string | ((answer: Answer<Operations[Id]>) => string);
  readonly onDone?: (answer: Answer<Operations[Id]>) => void;
  /** The fields. */
  readonly children?: ReactNode;
}

/**
 * A form that does one act: its fields, the request that it makes, what it would do, what is wrong with it, and what somebody else
 * changed meanwhile. Nothing is done by a form whose preview was of something else: whatever is typed after it asks for another.
 */
export function ActForm<const Id extends ActId>({
  act: id,
  label,
  asked: askedOf,
  isPreviewed = false,
  preview: previewShown,
  etag = null,
  overtaking,
  typed,
  done,
  onDone,
  children,
}: ActFormProps<Id>) {
  const form = useRef<HTMLFormElement>(null);
  const { mutateAsync: act, isPending: isActing, error: failure, reset: forget } = useAct(id);
  const { data: preview, mutate: look, isPending: isLooking, error: unseen, reset: forgetPreview } = usePreview(id);
  /** The request as the form is filled in. */
  const [shown, setShown] = useState<AnyAsked>();
  /** How often something was typed or chosen. */
  const [changes, setChanges] = useState(0);
  const [word, setWord] = useState('');
  const mayDo = useMayDo((ENDPOINTS[id] as Endpoint).role);
  const tellDone = useDone();
  const newestEntry = useNewestEntry();
  // It stays the tag of what the form was filled with, however often that is asked for again while somebody types.
  const [filledWith, setFilledWith] = useState(etag);
  if (filledWith === null && etag !== null) setFilledWith(etag);
  const looksAtOnce = isPreviewed === 'at once' && mayDo.may;
  useEffect(() => {
    if (looksAtOnce) look(askedOf(new FormData(form.current!)) as AnyAsked);
    // oxlint-disable-next-line react/exhaustive-deps -- once: what is typed later asks for another preview
  }, []);
  useEffect(() => {
    if (form.current !== null) setShown(askedOf(new FormData(form.current)) as AnyAsked);
    // oxlint-disable-next-line react/exhaustive-deps -- at first and once for each change, when fields that follow from others have followed
  }, [changes]);
  if (!mayDo.may) return <p className={styles.lead}>{mayDo.why}</p>;

  const askedNow = () => askedOf(new FormData(form.current!)) as AnyAsked;
  const isTold = preview !== undefined;
  const perform = async (ifMatch: string | null) => {
    const now = askedNow();
    const after = newestEntry;
    const since = isTold ? { query: { ...now.query, since: preview.since } } : {};
    const exchanged = await act({ asked: { ...now, ...since } as unknown as Asked<Operations[Id]>, ifMatch }).catch(() => undefined);
    if (exchanged === undefined) return;
    const { answer, etag: isNow } = exchanged;
    setFilledWith(isNow);
    forgetPreview();
    setWord('');
    tellDone(typeof done === 'string' ? done : done(answer), after);
    onDone?.(answer);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPreviewed && !isTold) look(askedNow());
    else void perform(filledWith);
  };
  const isChanged = failure instanceof ApiFailure && failure.problem?.type.endsWith(':changed') === true;
  const isOvertaken = failure instanceof ApiFailure && failure.status === 412;
  const failed = unseen ?? failure;
  return (
    <FaultsContext value={faultsOf(failed)}>
      <form
        ref={form}
        className={styles.stack}
        onSubmit={submit}
        onChange={() => {
          setChanges(changes + 1);
          forgetPreview();
          if (failure !== null) forget();
        }}
      >
        {children}
        {isTold ? (previewShown?.(preview) ?? <PreviewTold preview={preview} />) : null}
        {isOvertaken ? (
          <Overtaken failure={failure} label={overtaking} isActing={isActing} onOverwrite={() => void perform(etag)} />
        ) : (
          <FailureTold failure={failed} />
        )}
        {typed === undefined ? null : (
          <label className={`${styles.tight} ${styles.label}`}>
            This cannot be taken back. To go on, type {typed}
            <input
              className={control.field}
              value={word}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setWord(event.target.value)}
            />
          </label>
        )}
        <div className={`${styles.row} ${styles.actions}`}>
          {isChanged ? (
            <button type="button" className={control.button} onClick={() => look(askedNow(), { onSettled: forget })}>
              Preview again
            </button>
          ) : (
            <button
              type="submit"
              className={isPreviewed && !isTold ? control.button : control.primary}
              disabled={isActing || isLooking || (typed !== undefined && word !== typed && (!isPreviewed || isTold))}
            >
              {isActing ? 'Working…' : isPreviewed && !isTold ? `Preview: ${label.toLowerCase()}` : label}
            </button>
          )}
          {isTold ? (
            <button type="button" className={control.words} onClick={forgetPreview}>
              Cancel
            </button>
          ) : null}
        </div>
        <p role="status" className="visually-hidden">
          {isActing ? 'Working' : isTold ? 'The preview is shown. Nothing has changed yet.' : failed === null ? '' : failureWords(failed)}
        </p>
        {shown === undefined ? null : <RequestShown id={id} asked={shown} />}
      </form>
    </FaultsContext>
  );
}

interface OvertakenProps {
  readonly failure: ApiFailure;
  /** What the button says. */
  readonly label?: string | undefined;
  readonly isActing: boolean;
  readonly onOverwrite: () => void;
}

/** Says that somebody else was first, with what is there now. Nothing was overwritten, and what was typed is still there. */
function Overtaken({ failure, label = 'Replace it with mine', isActing, onOverwrite }: OvertakenProps) {
  const { problem } = failure;
  return (
    <div role="alert" className={styles.bad}>
      <p>
        <strong>{problem?.by?.name ?? 'Somebody'} changed this while you had it open.</strong> What you typed is still here, and nothing was
        overwritten.
      </p>
      {problem?.now === undefined ? null : (
        <details className={styles.request}>
          <summary>What is there now</summary>
          <pre className={styles.code}>{cutValues(JSON.stringify(problem.now, null, 2))}</pre>
        </details>
      )}
      <div>
        <button type="button" className={control.button} disabled={isActing} onClick={onOverwrite}>
          {label}
        </button>
      </div>
    </div>
  );
}

interface ActDialogProps {
  /** What the button says. */
  readonly label: string;
  /** What the dialog is about: the button's words where they say enough. */
  readonly title?: string | undefined;
  readonly look?: 'button' | 'words' | 'primary';
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a dialog with a form. Escape and the button at its end close it, and the focus goes back to the button. What is
 * behind it is asked for again then: somebody else may have changed it, which an act in the dialog was told of.
 */
export function ActDialog({ label, title = label, look = 'button', children }: ActDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const close = () => {
    setOpen(false);
    void client.invalidateQueries();
  };
  return (
    <>
      <button type="button" className={control[look]} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen ? (
        <OpenDialog title={title} onClose={close}>
          {children(close)}
        </OpenDialog>
      ) : null}
    </>
  );
}

interface ActProps<Id extends ActId> extends ActFormProps<Id>, Omit<ActDialogProps, 'label' | 'children'> {
  /** What the button says that opens it. */
  readonly opens: string;
}

/** A button that opens the form of an act, which closes once it is done. */
export function Act<const Id extends ActId>({ opens, title, look = 'words', onDone, ...form }: ActProps<Id>) {
  return (
    <ActDialog label={opens} title={title} look={look}>
      {(close) => (
        <ActForm
          {...form}
          onDone={(answer) => {
            close();
            onDone?.(answer);
          }}
        />
      )}
    </ActDialog>
  );
}

interface OpenDialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog over everything else for as long as it is rendered. */
function OpenDialog({ title, onClose, children }: OpenDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // The first field, and not the button that closes it.
    element.querySelector<HTMLElement>('input, select, textarea')?.focus();
    // Closed before it is taken out of the page, it gives the focus back.
    return () => element.close();
  }, []);
  return (
    <dialog ref={dialog} className={styles.dialog} aria-label={title} onCancel={onClose}>
      <div className={styles.dialogHead}>
        <h2 className={styles.partTitle}>{title}</h2>
        <button type="button" className={control.quiet} onClick={onClose}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}

/**
 * Says that something was done, where the frame shows it with a way to take it back. `after`: the number of the newest entry that the
 * audit log had before, where it is known; what was done has a later one.
 */
type TellDone = (words: string, after?: number) => void;

export const DoneContext = createContext<TellDone>(() => {});

function useDone(): TellDone {
  return use(DoneContext);
}
