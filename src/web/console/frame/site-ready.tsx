import { useState } from 'react';

import { DEFAULT_BOARD } from '../../../contract/live-source.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { requestText } from '../asking/console-api.ts';
import { useAct } from '../asking/use-act.ts';
import { useQuestion } from '../asking/use-question.ts';
import { FailureTold } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { OnceShown } from '../parts/fields.tsx';
import { CopyButton } from '../parts/words/copy-button.tsx';
import { DoorPage } from './door.tsx';
import styles from './first-run.module.css';
import { READY, TEST_PLAYER, TEST_REASON } from './setup-words.ts';

const ROWS = 5;

/** The interval for checking for scores, in milliseconds. */
const SCORES_EVERY_MS = 2000;

const EVENT = { id: 'match-1-ada', username: 'ada', displayName: 'Ada', points: 120 };

/** The end of the setup: the key, shown once, and the first score. */
export function SiteReady({ apiKey }: { readonly apiKey: string }) {
  const command = requestText('submitPoints', { body: EVENT }, location.origin).replace('YOUR-KEY', apiKey);
  return (
    <DoorPage title={READY.title} hasWayBack={false}>
      <OnceShown name="key" label={READY.key.label} text={apiKey} hint={READY.key.hint} />
      <section className={look.stack} aria-labelledby="posting">
        <h2 id="posting" className={look.partTitle}>
          {READY.posting}
        </h2>
        <p>{READY.postingTold}</p>
        <pre className={look.code}>{command}</pre>
        <CopyButton text={command} label={READY.copy} />
      </section>
      <FirstScore />
      <p className={look.row}>
        <a href="/" className={control.primary}>
          {READY.view}
        </a>
        <a href="/console" className={control.button}>
          {READY.console}
        </a>
      </p>
    </DoorPage>
  );
}

function FirstScore() {
  const [id] = useState(() => `test-${crypto.randomUUID()}`);
  const { answer, failure } = useQuestion(
    'rankings',
    { board: DEFAULT_BOARD, query: { period: 'all-time', limit: ROWS } },
    { everyMs: SCORES_EVERY_MS },
  );
  const posting = useAct('postByHand');
  const removing = useAct('reviseEvent');
  const post = () => posting.mutate({ asked: { board: DEFAULT_BOARD, body: { id, ...TEST_PLAYER } }, ifMatch: null });
  const remove = () =>
    removing.mutate({ asked: { board: DEFAULT_BOARD, body: { event: id, does: 'void', reason: TEST_REASON } }, ifMatch: null });
  return (
    <section className={look.stack} aria-labelledby="test">
      <h2 id="test" className={look.partTitle}>
        {READY.test}
      </h2>
      <div role="status" className={look.stack}>
        {removing.isSuccess ? <p>{READY.removed}</p> : null}
        <Scores standings={answer?.standings ?? []} />
      </div>
      <FailureTold failure={posting.error ?? removing.error ?? failure} />
      {removing.isSuccess ? null : posting.isSuccess ? (
        <button type="button" className={control.button} disabled={removing.isPending} onClick={remove}>
          {READY.remove}
        </button>
      ) : (
        <button type="button" className={control.button} disabled={posting.isPending} onClick={post}>
          {READY.post}
        </button>
      )}
    </section>
  );
}

interface ScoresProps {
  readonly standings: readonly {
    readonly rank: number;
    readonly points: number;
    readonly player: Readonly<Record<'username' | 'displayName' | 'avatar', string>>;
  }[];
}

function Scores({ standings }: ScoresProps) {
  const { count } = useNumberFormat();
  const { heads } = READY;
  if (standings.length === 0) return <p className="muted">{READY.none}</p>;
  return (
    <table className={styles.scores} aria-label={READY.rankings}>
      <thead>
        <tr>
          <th scope="col">{heads.rank}</th>
          <th scope="col">{heads.player}</th>
          <th scope="col">{heads.points}</th>
        </tr>
      </thead>
      <tbody>
        {standings.map(({ rank, points, player }) => (
          <tr key={player.username}>
            <td>{rank}</td>
            <th scope="row">
              <span aria-hidden="true">{player.avatar}</span> {player.displayName}
            </th>
            <td>{count(points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
