import { type FormEvent, useState } from 'react';
import { Navigate } from 'react-router';

import { ApiFailure } from '../../../contract/exchange.ts';
import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import type { Appearance } from '../../../contract/operation/appearance.ts';
import type { ApiOwnSession } from '../../../contract/operation/operators.ts';
import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import { FIRST_TITLE } from '../../../contract/running-server.ts';
import { fittingColour, OWN_COLOUR } from '../../../domain/colour/brand-colours.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useAsk } from '../asking/console-api.ts';
import { canUsePasskeys, madePasskey } from '../asking/passkeys.ts';
import { useTrying } from '../asking/use-act.ts';
import { useQuestion } from '../asking/use-question.ts';
import { FailureTold } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { faultsOf, Field, FormContext, TextField } from '../parts/field.tsx';
import { ChoiceField } from '../parts/fields.tsx';
import { textOf } from '../parts/form-body.ts';
import { weekdays } from '../parts/words/weekdays.ts';
import { DoorPage } from './door.tsx';
import styles from './first-run.module.css';
import { JOIN } from './frame-words.ts';
import { SiteReady } from './site-ready.tsx';
import { FIRST_RUN } from './setup-words.ts';

/** How often the page checks whether a closed setup was opened, in milliseconds. */
const LOOKED_EVERY_MS = 5000;

/** The name of the first key for posting points. */
const KEY_NAME = 'game';

/** Sets up a site that nobody has joined: its owner, the game, the first board and a key. Otherwise leads to the console. */
export function Component() {
  const [isBegun, setBegun] = useState(false);
  const { answer, failure } = useQuestion('session', undefined, {
    everyMs: (last) => (last?.setup?.isOpen === false && !isBegun ? LOOKED_EVERY_MS : 0),
  });
  const { answer: appearance } = useQuestion('appearance');
  const { answer: boards } = useQuestion('boards');
  // The session from before the claim.
  const [begun, setState] = useState<ApiOwnSession>();
  const session = begun ?? answer;
  const board = boards?.boards.find(({ name }) => name === DEFAULT_BOARD);
  if (session === undefined || board === undefined || appearance === undefined)
    return <DoorPage title={FIRST_RUN.title}>{<FailureTold failure={failure} />}</DoorPage>;
  if (session.setup === null) return <Navigate to="/" replace />;
  if (!session.setup.isOpen) return <Closed />;
  return (
    <Open
      session={session}
      setup={session.setup}
      appearance={appearance}
      board={board}
      onBegun={() => {
        setBegun(true);
        setState(session);
      }}
    />
  );
}

function Closed() {
  const { closed, command } = FIRST_RUN;
  return (
    <DoorPage title={closed.title}>
      <p>{closed.told}</p>
      <pre className={look.code}>{command}</pre>
      <p>{closed.next}</p>
    </DoorPage>
  );
}

interface OpenProps {
  readonly session: ApiOwnSession;
  readonly setup: NonNullable<ApiOwnSession['setup']>;
  readonly appearance: Appearance;
  readonly board: ApiKeptBoard;
  /** Called when the first person is about to join. */
  readonly onBegun: () => void;
}

function Open({ session: { ways }, setup, appearance, board, onBegun }: OpenProps) {
  const trouble = ways.passkey.state === 'unavailable' ? ways.passkey.why : canUsePasskeys() ? undefined : JOIN.unsupported;
  const lead = setup.isNew ? FIRST_RUN.lead : FIRST_RUN.leadOfOwner;
  return trouble === undefined ? (
    <SetupForm setup={setup} appearance={appearance} board={board} lead={lead} onBegun={onBegun} />
  ) : (
    <DoorPage title={FIRST_RUN.title} hasWayBack={!setup.isNew}>
      <p className={look.bad}>{trouble}</p>
      {ways.oidc === null ? null : (
        <p>
          <Link to="/join" className={control.link}>
            {FIRST_RUN.sso(ways.oidc.name)}
          </Link>
        </p>
      )}
    </DoorPage>
  );
}

function SetupForm({ setup, appearance, board, lead, onBegun }: Omit<OpenProps, 'session'> & { readonly lead: string }) {
  const ask = useAsk();
  const [code] = useState(() => location.hash.slice(1));
  const [isCodeAsked, setCodeAsked] = useState(setup.needsCode);
  const [isJoined, setJoined] = useState(false);
  const [key, setKey] = useState<string>();
  const { error, isPending, mutate: attempt } = useTrying();

  const codeHere = () =>
    ask('setupCode').then(
      ({ answer }) => answer.code,
      (failure: unknown) => {
        setCodeAsked(true);
        throw failure;
      },
    );
  const join = async (form: FormData) => {
    const name = textOf(form, 'person');
    const token = isCodeAsked ? textOf(form, 'token') : await codeHere();
    const { answer } = await ask('beginJoining', { body: { token } });
    const credential = await madePasskey(answer.options, name);
    onBegun();
    await ask('join', { body: { token, name, credential } });
    setJoined(true);
  };
  const setUp = async (form: FormData) => {
    if (!isJoined) await join(form);
    if (!setup.isNew) return location.replace('/console');
    const colour = textOf(form, 'colour');
    const look = { name: textOf(form, 'name'), colour: colour === OWN_COLOUR ? undefined : colour };
    await ask('replaceAppearance', { body: { ...appearance, ...look } });
    const calendar = { timeZone: textOf(form, 'timeZone'), weekStart: Number(textOf(form, 'weekStart')) };
    const title = textOf(form, 'title');
    // The game may have posted meanwhile, or a key may have been created in a terminal.
    await unlessConflict(
      () => ask('changeBoard', { board: board.name, body: { title, ...calendar } }),
      () => ask('changeBoard', { board: board.name, body: { title } }),
    );
    const added = await unlessConflict(
      () => ask('addKey', { body: { name: KEY_NAME, role: 'write' } }),
      () => ask('addKey', { body: { name: `${KEY_NAME}-${Date.now().toString(36)}`, role: 'write' } }),
    );
    setKey(added.answer.key);
  };
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    attempt(() => setUp(form));
  };

  if (key !== undefined) return <SiteReady apiKey={key} />;
  const isRefused = !isJoined && error instanceof ApiFailure && error.status === 403;
  return (
    <DoorPage title={FIRST_RUN.title} hasWayBack={!setup.isNew}>
      <p>{lead}</p>
      <FormContext value={{ faults: isRefused ? new Map() : faultsOf(error) }}>
        <form className={styles.form} onSubmit={send}>
          {isJoined || !isCodeAsked ? null : (
            <TextField
              name="token"
              {...FIRST_RUN.code}
              defaultValue={code}
              required
              maxLength={40}
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
          {setup.isNew ? <SiteFields appearance={appearance} board={board} /> : null}
          {isJoined ? null : (
            <fieldset className={styles.part}>
              {setup.isNew ? <legend>{FIRST_RUN.you}</legend> : null}
              <TextField name="person" {...FIRST_RUN.person} required maxLength={60} autoComplete="name" />
            </fieldset>
          )}
          {isJoined && error !== null ? <p className={look.lit}>{FIRST_RUN.joined}</p> : null}
          {isRefused ? (
            <div role="alert" className={look.bad}>
              <p>{FIRST_RUN.refused}</p>
              <pre className={look.code}>{FIRST_RUN.command}</pre>
            </div>
          ) : (
            <FailureTold failure={error} />
          )}
          <button type="submit" className={control.primary} disabled={isPending}>
            {isPending ? FIRST_RUN.waiting : isJoined ? FIRST_RUN.again : FIRST_RUN.submit}
          </button>
          {isJoined ? (
            <a href="/console" className={control.link}>
              {FIRST_RUN.later}
            </a>
          ) : null}
        </form>
      </FormContext>
    </DoorPage>
  );
}

/** Defaults to the browser’s calendar, unless the server was started with one. */
function SiteFields({ appearance, board }: Pick<OpenProps, 'appearance' | 'board'>) {
  const isUntouched = board.timeZone === 'UTC' && board.weekStart === 1;
  const { timeZone, weekStart } = isUntouched ? browserCalendar() : board;
  const [colour, setColour] = useState(appearance.colour ?? OWN_COLOUR);
  const zones = [...new Set([timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <>
      <fieldset className={styles.part}>
        <legend>{FIRST_RUN.site}</legend>
        <TextField name="name" {...FIRST_RUN.name} defaultValue={appearance.name} required maxLength={40} />
        <Field name="colour" {...FIRST_RUN.colour}>
          {(ids) => (
            <input
              {...ids}
              type="color"
              className={styles.colour}
              value={colour}
              onChange={(event) => setColour(fittingColour(event.target.value))}
            />
          )}
        </Field>
      </fieldset>
      <fieldset className={styles.part}>
        <legend>{FIRST_RUN.board}</legend>
        <TextField name="title" {...FIRST_RUN.boardTitle} defaultValue={board.title || FIRST_TITLE} required maxLength={60} />
        <div className={look.fit}>
          <ChoiceField
            name="timeZone"
            {...FIRST_RUN.timeZone}
            options={zones.map((value) => ({ value, text: value.replaceAll('_', ' ') }))}
            defaultValue={timeZone}
          />
          <ChoiceField name="weekStart" {...FIRST_RUN.weekStart} options={weekdays()} defaultValue={`${weekStart}`} />
        </div>
      </fieldset>
    </>
  );
}

async function unlessConflict<Result>(first: () => Promise<Result>, otherwise: () => Promise<Result>): Promise<Result> {
  try {
    return await first();
  } catch (failure) {
    if (!(failure instanceof ApiFailure && failure.status === 409)) throw failure;
    return otherwise();
  }
}

function browserCalendar(): Pick<ApiKeptBoard, 'timeZone' | 'weekStart'> {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const locale = new Intl.Locale(navigator.language) as Intl.Locale & { getWeekInfo?: () => { readonly firstDay: number } };
  return { timeZone, weekStart: locale.getWeekInfo?.().firstDay ?? 1 };
}
