import { type ComponentProps, type ReactNode, type SubmitEvent, use, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

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
import { FIELDS } from './dialog.tsx';
import { DoneContext } from './done-context.ts';
import { type Faults, faultsOf, FormContext } from './field.tsx';
import { Fields } from './fields.tsx';
import { FieldsTold } from './fields-told.tsx';
import { bodySchema } from './body-schema.ts';
import { bodyOf } from './form-body.ts';
import { FORM, PREVIEW } from './parts-words.ts';
import { PreviewPlace, PreviewTold } from './preview-told.tsx';
import { fieldWords } from './told-fields.ts';

export type On<Id extends ActId> = keyof Variables<Operations[Id]> extends never
  ? { readonly on?: undefined }
  : { readonly on: Variables<Operations[Id]> };

export interface ActFormProps<Id extends ActId> {
  readonly act: Id;
  readonly label: string;
  readonly isDangerous?: boolean;
  readonly on?: object | undefined;
  /** The parts of the body that have no field; `all`: everything in the initial values. */
  readonly says?: 'all' | Partial<BodyOf<Id>>;
  /** Overrides the values of fields. */
  readonly asked?: (form: FormData, body: BodyOf<Id>) => Partial<AskedOf<Operations[Id]>>;
  /** Initial values; by default those of what the action replaces. */
  readonly kept?: object | ((kept: Kept<Id>) => object);
  readonly preview?: (preview: ApiPreview) => ReactNode;
  /** The label of the button that overwrites, if that keeps another operator's changes. */
  readonly overtaking?: string;
  /** A text to type as confirmation of an action that can't be undone. */
  readonly typed?: string;
  readonly done: string | ((answer: Done<Id>) => string);
  readonly onDone?: ((answer: Done<Id>) => void) | undefined;
  readonly children?: ReactNode | ((kept: Kept<Id>) => ReactNode);
  /** The consequences, in a sentence or two. */
  readonly told?: ReactNode;
  readonly fields?: ComponentProps<typeof Fields>['of'];
}

/** An action's answer: only a request for a preview gets a preview. */
export type Done<Id extends ActId> = Exclude<Answer<Operations[Id]>, ApiPreview>;

type BodyOf<Id extends ActId> = AskedOf<Operations[Id]> extends { readonly body: infer Body } ? Body : object;

/**
 * A form for one action, with its API request, errors, and changes that another operator made meanwhile. If ranks may change, it can be
 * submitted only with a preview on screen, which appears once the relevant fields are filled in and follows them.
 */
export const ActForm = FormOfAct as <const Id extends ActId>(form: ActFormProps<Id> & On<Id>) => ReactNode;

export interface DialogProps<Id extends ActId> {
  /** The dialog's content when the action is done, if it does not close. */
  readonly after?: (answer: Done<Id>, close: () => void) => ReactNode;
  readonly close?: () => void;
}

/** {@link ActForm} for callers whose types have checked `on`, with the additions for a dialog. */
export function FormOfAct<const Id extends ActId>({ after, close, ...form }: ActFormProps<Id> & DialogProps<Id>) {
  const { act: id, on } = form;
  const mayDo = useMayDo((ENDPOINTS[id] as Endpoint).role);
  const [done, setDone] = useState<{ readonly times: number; readonly answer?: Done<Id> }>({ times: 0 });
  if (!mayDo.may) return <p className={`muted ${styles.told}`}>{mayDo.why}</p>;
  if (after !== undefined && done.answer !== undefined) return after(done.answer, close!);
  const onDone = (answer: Done<Id>) => {
    if (after === undefined) close?.();
    setDone({ times: done.times + 1, answer });
    form.onDone?.(answer);
  };
  const kept = keptBy(id);
  if (kept === undefined) return <OpenForm {...form} read={undefined} etag={null} onDone={onDone} />;
  return (
    <Asked id={kept} of={on as AskedOf<Operations[QuestionId]>}>
      {/* A form that stays on the page is reset when done, to the current values. */}
      {(read, { etag }) => <OpenForm {...form} key={done.times} read={read} etag={etag} onDone={onDone} />}
    </Asked>
  );
}

/** The debounce of a preview, in milliseconds. */
const PAUSE_MS = 350;

/** Fields that don't affect ranks: the preview neither waits for them nor depends on them. */
const UNPREVIEWED = new Set(['reason', 'note', '']);

const STAND_IN = 'Preview';

function OpenForm<const Id extends ActId>({
  act: id,
  label,
  isDangerous = false,
  on,
  says,
  asked: askedOf,
  kept,
  preview: previewShown,
  overtaking = FORM.overwrite,
  typed,
  done,
  onDone,
  children,
  told,
  fields,
  read,
  etag,
}: ActFormProps<Id> & { readonly read: unknown; readonly etag: string | null }) {
  const form = useRef<HTMLFormElement>(null);
  // True for every action that changes ranks.
  const isPreviewed = (ENDPOINTS[id] as Endpoint).query === PREVIEW_QUERY;
  const { mutateAsync: act, isPending: isActing, error: failure, reset: forget } = useAct(id);
  const { data: preview, mutate: look, isPending: isLooking, error: unseen, reset: forgetPreview } = usePreview(id);
  const [lastPreview, setLastPreview] = useState<ApiPreview>();
  if (preview !== undefined && preview !== lastPreview) setLastPreview(preview);
  /** Whether fields have changed since the last preview was requested. Initially true: an early click would only show it again. */
  const [isBehind, setBehind] = useState(isPreviewed);
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState<AnyAsked>();
  const [changes, setChanges] = useState(0);
  const [word, setWord] = useState('');
  const tellDone = use(DoneContext);
  const newestEntry = useNewestEntry();
  // Refetching does not change the initial values.
  const [filledWith, setFilledWith] = useState({ etag, read });
  const schema = bodySchema(id);
  const initial = typeof kept === 'function' ? kept(read as Kept<Id>) : (kept ?? read);

  const askedNow = () => {
    const data = new FormData(form.current!);
    const body = schema && (bodyOf(data, schema, says === 'all' ? initial : says) as BodyOf<Id>);
    return { ...on, ...(body !== undefined && { body }), ...askedOf?.(data, body!) } as AnyAsked;
  };
  const lookNow = () => {
    clearTimeout(timer.current);
    setBehind(false);
    const fields = [...form.current!.elements] as HTMLInputElement[];
    if (!fields.every(({ name, validity }) => UNPREVIEWED.has(name) || validity?.valid)) {
      setLastPreview(undefined);
      return forgetPreview();
    }
    const now = askedNow();
    const hasReason = form.current!.elements.namedItem('reason') !== null;
    look(hasReason ? { ...now, body: { ...(now.body as object), reason: STAND_IN } } : now);
  };
  useEffect(() => {
    if (isPreviewed) lookNow();
    const dialog = form.current!.closest('dialog');
    if (dialog !== null && !form.current!.contains(document.activeElement))
      form.current!.querySelector<HTMLElement>(isDangerous ? FIELDS : `${FIELDS}, [type="submit"]`)?.focus();
    return () => clearTimeout(timer.current);
    // oxlint-disable-next-line react/exhaustive-deps -- once: what is typed later asks for another preview
  }, []);
  useEffect(() => {
    setShown(askedNow());
    // oxlint-disable-next-line react/exhaustive-deps -- at first and once for each change, when fields that follow from others have followed
  }, [changes]);

  const isTold = preview !== undefined;
  const isPending = isActing || isLooking || isBehind;
  const perform = async (ifMatch: string | null) => {
    clearTimeout(timer.current);
    const now = askedNow();
    const { pathname } = location;
    // Requested before the action: if it has not arrived yet, the undo link waits for it, but the action does not.
    const newestBefore = newestEntry();
    const since = isTold ? { query: { ...now.query, since: preview.since } } : {};
    const exchanged = await act({ asked: { ...now, ...since } as unknown as AskedOf<Operations[Id]>, ifMatch }).catch(() => undefined);
    if (exchanged === undefined) return;
    const after = await newestBefore;
    const answer = exchanged.answer as Done<Id>;
    setFilledWith({ etag: exchanged.etag, read: answer });
    forgetPreview();
    setWord('');
    // Before `onDone` navigates, which would ask about unsaved changes.
    flushSync(() => setChanges(0));
    tellDone(typeof done === 'string' ? done : done(answer), after);
    // It may navigate: a user who has left this page meanwhile stays where they are.
    if (location.pathname === pathname) onDone?.(answer);
  };
  const isChanged = failure instanceof ApiFailure && failure.problem?.type.endsWith(':changed') === true;
  /** Whether the next click only shows a preview. */
  const isUnseen = isPreviewed && (!isTold || isChanged);
  const isUnconfirmed = typed !== undefined && word !== typed;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTyping(false);
    if (isActing || isLooking || isUnconfirmed) return;
    if (!isBehind && !isUnseen) return void perform(filledWith.etag);
    forget();
    lookNow();
  };
  const isOvertaken = failure instanceof ApiFailure && failure.status === 412;
  // An incomplete name is not an error yet.
  const failed = unseen !== null && isTyping ? null : (unseen ?? failure);
  const faults = faultsOf(failed);
  // There is no field to correct it with.
  const isHopeless = unseen instanceof ApiFailure && form.current?.querySelector('input, select, textarea') === null;
  return (
    <FormContext value={{ faults, schema, kept: initial as object | undefined }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears that a field is left */}
      <form
        ref={form}
        className={styles.stack}
        data-unsaved={(changes > 0 && !isActing) || undefined}
        onSubmit={submit}
        onInput={({ target }) => {
          setChanges(changes + 1);
          if (failure !== null) forget();
          if (!isPreviewed || UNPREVIEWED.has((target as HTMLInputElement).name)) return;
          setBehind(true);
          setTyping(true);
          clearTimeout(timer.current);
          timer.current = setTimeout(lookNow, PAUSE_MS);
        }}
        onBlur={() => setTyping(false)}
      >
        {typeof children === 'function' ? children(read as Kept<Id>) : children}
        {told === undefined ? null : <p>{told}</p>}
        {fields === undefined ? null : <Fields of={fields} />}
        {isPreviewed && failed === null ? (
          <PreviewPlace isLooking={isLooking || isBehind}>
            {lastPreview === undefined || unseen !== null ? null : (previewShown?.(lastPreview) ?? <PreviewTold preview={lastPreview} />)}
          </PreviewPlace>
        ) : null}
        {isOvertaken ? (
          <div role="alert" className={styles.bad}>
            <p>
              <strong>{FORM.overtaken(failure.problem?.by?.name ?? undefined)}</strong> {FORM.kept}
            </p>
            <button
              type="button"
              className={control.button}
              aria-disabled={isActing || undefined}
              onClick={() => isActing || void perform(etag)}
            >
              {overtaking}
            </button>
          </div>
        ) : isMarked(failed, faults) ? (
          <p role="alert" className={styles.bad}>
            {FORM.checkFields}
          </p>
        ) : (
          <FailureTold failure={failed} />
        )}
        {filledWith.etag === etag ? null : <FieldsTold before={filledWith.read} after={read} {...FORM.changedMeanwhile} />}
        <FaultsElsewhere form={form.current} faults={faults} />
        {typed === undefined ? null : (
          <label className={`${styles.tight} ${styles.label}`}>
            {FORM.confirm(typed)}
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
        <p role="status" className="visually-hidden">
          {isActing ? FORM.working : isTold && !isBehind ? FORM.previewShown : failed === null ? '' : failureWords(failed)}
        </p>
        {shown === undefined ? null : <RequestShown id={id} asked={shown} />}
        <div className={`${styles.row} ${styles.actions}`}>
          {isHopeless ? null : (
            <button
              type="submit"
              className={isDangerous ? styles.dangerPrimary : control.primary}
              // A disabled button loses the focus.
              aria-disabled={isPending || isUnconfirmed || undefined}
              // The second click of a double click would confirm an unseen preview.
              onClick={(event) => event.detail > 1 && event.preventDefault()}
            >
              {isActing ? FORM.working : isUnseen && failed !== null ? FORM.previewAgain : label}
            </button>
          )}
          {/* The preview may be long, or below other fields: its worst effect is repeated next to the button. */}
          {isTold && !isBehind ? <span className="note">{PREVIEW.summary(preview)}</span> : null}
        </div>
      </form>
    </FormContext>
  );
}

/** Whether the fields explain everything that is wrong with a request. */
function isMarked(failure: Error | null, faults: Faults): boolean {
  return failure instanceof ApiFailure && faults.size > 0 && /:(?:bad-request|invalid-event)$/.test(failure.problem?.type ?? '');
}

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
