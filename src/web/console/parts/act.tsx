import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, type SubmitEvent, use, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { ENDPOINTS } from '../../../contract/api.ts';
import type { Answer, Asked as AskedOf, Endpoint, Variables } from '../../../contract/endpoint.ts';
import { ApiFailure } from '../../../contract/exchange.ts';
import { type ApiPreview, PREVIEW_QUERY } from '../../../contract/operation/previews.ts';
import control from '../../ui/control.module.css';
import type { AnyAsked, Operations } from '../asking/console-api.ts';
import { useMayDo } from '../asking/signed-in.ts';
import { type ActId, type Kept, keptBy, useAct, usePreview } from '../asking/use-act.ts';
import { type QuestionId, useNewestEntry } from '../asking/use-question.ts';
import { Asked, FailureTold, failureWords, RequestShown } from './asked.tsx';
import styles from './console.module.css';
import { type Faults, faultsOf, FormContext } from './fields.tsx';
import { FieldsTold } from './fields-told.tsx';
import { bodyOf, bodySchema } from './form-body.ts';
import { PreviewTold } from './preview-told.tsx';
import { fieldWords } from './told-fields.ts';

/** What the path of an act is filled with. */
type On<Id extends ActId> = keyof Variables<Operations[Id]> extends never
  ? { readonly on?: undefined }
  : { readonly on: Variables<Operations[Id]> };

interface ActFormProps<Id extends ActId> {
  readonly act: Id;
  /** What the button says, as an order: "Void this event". */
  readonly label: string;
  readonly on?: object | undefined;
  /** What is sent besides the fields; `all`: all that is there now, of which the fields are parts. */
  readonly says?: 'all' | Partial<BodyOf<Id>>;
  /** What is asked otherwise than the fields say it, each by its name. */
  readonly asked?: (form: FormData, body: BodyOf<Id>) => Partial<AskedOf<Operations[Id]>>;
  /** What the fields begin with, each by its name; what the act replaces, unless this is given. */
  readonly kept?: object | ((kept: Kept<Id>) => object);
  /** Whether it is told without being asked what the act would do, where that is told before it is done. */
  readonly isPreviewedAtOnce?: boolean;
  /** How it is told; who would move where, unless more can be said of it. */
  readonly preview?: (preview: ApiPreview) => ReactNode;
  /** What the button says that does it all the same, where what was changed meanwhile is not lost by it. */
  readonly overtaking?: string;
  /** A text that has to be typed to do it, of acts that cannot be taken back. */
  readonly typed?: string;
  /** What is said when it is done. */
  readonly done: string | ((answer: Answer<Operations[Id]>) => string);
  readonly onDone?: ((answer: Answer<Operations[Id]>) => void) | undefined;
  /** The fields. */
  readonly children?: ReactNode | ((kept: Kept<Id>) => ReactNode);
}

type BodyOf<Id extends ActId> = AskedOf<Operations[Id]> extends { readonly body: infer Body } ? Body : object;

/**
 * A form that does one act: its fields, the request that it makes, what it would do, what is wrong with it, and what somebody else
 * changed meanwhile. What it replaces is read first. Nothing is done by a form whose preview was of something else: whatever is typed
 * after it asks for another.
 */
export const ActForm: <const Id extends ActId>(form: ActFormProps<Id> & On<Id>) => ReactNode = FormOfAct;

function FormOfAct<const Id extends ActId>(form: ActFormProps<Id>) {
  const { act: id, on, onDone } = form;
  const mayDo = useMayDo((ENDPOINTS[id] as Endpoint).role);
  // A form that stays once it is done begins anew, with what is there now.
  const [times, setTimes] = useState(0);
  if (!mayDo.may) return <p className={`muted ${styles.told}`}>{mayDo.why}</p>;
  const kept = keptBy(id);
  if (kept === undefined) return <OpenForm {...form} read={undefined} etag={null} />;
  const again = (answer: Answer<Operations[Id]>) => {
    setTimes(times + 1);
    onDone?.(answer);
  };
  return (
    <Asked id={kept} of={on as AskedOf<Operations[QuestionId]>}>
      {(read, { etag }) => <OpenForm {...form} key={times} read={read} etag={etag} onDone={again} />}
    </Asked>
  );
}

interface OpenFormProps<Id extends ActId> extends ActFormProps<Id> {
  /** What it replaces, if it does, and the entity tag of that. */
  readonly read: unknown;
  readonly etag: string | null;
}

function OpenForm<const Id extends ActId>({
  act: id,
  label,
  on,
  says,
  asked: askedOf,
  kept,
  isPreviewedAtOnce = false,
  preview: previewShown,
  overtaking,
  typed,
  done,
  onDone,
  children,
  read,
  etag,
}: OpenFormProps<Id>) {
  const form = useRef<HTMLFormElement>(null);
  // As every act that moves ranks is.
  const isPreviewed = (ENDPOINTS[id] as Endpoint).query === PREVIEW_QUERY;
  const { mutateAsync: act, isPending: isActing, error: failure, reset: forget } = useAct(id);
  const { data: preview, mutate: look, isPending: isLooking, error: unseen, reset: forgetPreview } = usePreview(id);
  /** The request as the form is filled in. */
  const [shown, setShown] = useState<AnyAsked>();
  /** How often something was typed or chosen. */
  const [changes, setChanges] = useState(0);
  const [word, setWord] = useState('');
  const tellDone = useDone();
  const newestEntry = useNewestEntry();
  // It stays what the form was filled with, however often that is asked for again while somebody types.
  const [filledWith, setFilledWith] = useState({ etag, read });
  const schema = bodySchema(id);

  const askedNow = () => {
    const data = new FormData(form.current!);
    const body = schema && (bodyOf(data, schema, says === 'all' ? read : says) as BodyOf<Id>);
    return { ...on, ...(body !== undefined && { body }), ...askedOf?.(data, body!) } as AnyAsked;
  };
  useEffect(() => {
    if (isPreviewedAtOnce) look(askedNow());
    // oxlint-disable-next-line react/exhaustive-deps -- once: what is typed later asks for another preview
  }, []);
  useEffect(() => {
    setShown(askedNow());
    // oxlint-disable-next-line react/exhaustive-deps -- at first and once for each change, when fields that follow from others have followed
  }, [changes]);

  const isTold = preview !== undefined;
  const perform = async (ifMatch: string | null) => {
    const now = askedNow();
    const after = newestEntry;
    const since = isTold ? { query: { ...now.query, since: preview.since } } : {};
    const exchanged = await act({ asked: { ...now, ...since } as unknown as AskedOf<Operations[Id]>, ifMatch }).catch(() => undefined);
    if (exchanged === undefined) return;
    const { answer, etag: isNow } = exchanged;
    setFilledWith({ etag: isNow, read: answer });
    forgetPreview();
    setWord('');
    tellDone(typeof done === 'string' ? done : done(answer), after);
    onDone?.(answer);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPreviewed && !isTold) look(askedNow());
    else void perform(filledWith.etag);
  };
  const isChanged = failure instanceof ApiFailure && failure.problem?.type.endsWith(':changed') === true;
  const isOvertaken = failure instanceof ApiFailure && failure.status === 412;
  const failed = unseen ?? failure;
  const faults = faultsOf(failed);
  return (
    <FormContext value={{ faults, schema, kept: typeof kept === 'function' ? kept(read as Kept<Id>) : (kept ?? read) }}>
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
        {typeof children === 'function' ? children(read as Kept<Id>) : children}
        {isTold ? (previewShown?.(preview) ?? <PreviewTold preview={preview} />) : null}
        {isOvertaken ? (
          <Overtaken failure={failure} label={overtaking} isActing={isActing} onOverwrite={() => void perform(etag)} />
        ) : (
          <FailureTold failure={failed} />
        )}
        {filledWith.etag === etag ? null : (
          <FieldsTold before={filledWith.read} after={read} caption="What somebody else changed" heads={['When you opened it', 'Now']} />
        )}
        <FaultsElsewhere form={form.current} faults={faults} />
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
    </FormContext>
  );
}

/** What is wrong that no field of the form can say. */
function FaultsElsewhere({ form, faults }: { readonly form: HTMLFormElement | null; readonly faults: Faults }) {
  const others = [...faults].filter(([name]) => !form?.elements.namedItem(name.replace(/\[\d+\]$/, '')));
  if (others.length === 0) return null;
  return (
    <ul className={`${styles.fault} ${styles.tight}`}>
      {others.map(([name, rule]) => (
        <li key={name}>
          {fieldWords(name)} {rule}
        </li>
      ))}
    </ul>
  );
}

interface OvertakenProps {
  readonly failure: ApiFailure;
  /** What the button says. */
  readonly label?: string | undefined;
  readonly isActing: boolean;
  readonly onOverwrite: () => void;
}

/** Says that somebody else was first. Nothing was overwritten, and what was typed is still there. */
function Overtaken({ failure, label = 'Replace it with mine', isActing, onOverwrite }: OvertakenProps) {
  return (
    <div role="alert" className={styles.bad}>
      <p>
        <strong>{failure.problem?.by?.name ?? 'Somebody'} changed this while you had it open.</strong> What you typed is still here, and
        nothing was overwritten.
      </p>
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
  /** Given what closes it once something is done, which asks for everything by itself. */
  readonly children: (close: () => void) => ReactNode;
}

/**
 * A button that opens a dialog with a form. Escape and the button at its end close it, and the focus goes back to the button. What is
 * behind it is asked for again when it is left: somebody else may have changed it, which an act in the dialog was told of.
 */
export function ActDialog({ label, title = label, look = 'button', children }: ActDialogProps) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const shut = () => setOpen(false);
  const leave = () => {
    shut();
    void client.invalidateQueries();
  };
  return (
    <>
      <button type="button" className={control[look]} onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen ? (
        <OpenDialog title={title} onClose={leave}>
          {children(shut)}
        </OpenDialog>
      ) : null}
    </>
  );
}

interface ActProps<Id extends ActId> extends ActFormProps<Id>, Omit<ActDialogProps, 'label' | 'children'> {
  /** What the button says that opens it. */
  readonly opens: string;
  /** What the dialog shows once it is done, if it does not close. */
  readonly after?: (answer: Answer<Operations[Id]>, close: () => void) => ReactNode;
}

/** A button that opens the form of an act. */
export function Act<const Id extends ActId>({ opens, title, look = 'words', ...form }: ActProps<Id> & On<Id>) {
  return (
    <ActDialog label={opens} title={title} look={look}>
      {(close) => <ActInDialog {...(form as unknown as ActInDialogProps<Id>)} close={close} />}
    </ActDialog>
  );
}

type ActInDialogProps<Id extends ActId> = Pick<ActProps<Id>, 'after'> & ActFormProps<Id> & { readonly close: () => void };

function ActInDialog<const Id extends ActId>({ after, close, onDone, ...form }: ActInDialogProps<Id>) {
  const [done, setDone] = useState<Answer<Operations[Id]>>();
  if (after !== undefined && done !== undefined) return after(done, close);
  const end = (answer: Answer<Operations[Id]>) => {
    if (after === undefined) close();
    else setDone(answer);
    onDone?.(answer);
  };
  return <FormOfAct {...form} onDone={end} />;
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
