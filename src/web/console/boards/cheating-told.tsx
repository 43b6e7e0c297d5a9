import type { AnswerTo, BodyOf } from '../../../contract/api.ts';
import type { ApiKeptBoard } from '../../../contract/parts/answer-parts.ts';
import type { Calendar } from '../../../domain/calendar.ts';
import { cheatingBudget, daysInHour } from '../../../domain/cheating-budget.ts';
import { Link } from '../../address/link.tsx';
import { useQuestion } from '../asking/use-question.ts';
import { bodySchema } from '../parts/body-schema.ts';
import styles from '../parts/console.module.css';
import { AsTyped } from '../parts/fields.tsx';
import { bodyOf } from '../parts/form-body.ts';
import { Lines, Rows } from '../parts/table.tsx';
import { useMinute } from '../parts/words/moment.tsx';
import { BoardTotal, useBoardTexts } from '../parts/words/of-board.tsx';
import { CHEATING } from './boards-words.ts';

type Budget = AnswerTo<'cheatingBudget'>;

/** How much cheaters with public keys could gain under the limits in the surrounding form, and who is closest to it. */
export function CheatingTold({ board }: { readonly board: ApiKeptBoard }) {
  const { answer } = useQuestion('cheatingBudget', { board: board.name });
  if (answer === undefined) return <p>…</p>;
  return (
    <section aria-label={CHEATING.title} className={styles.stack}>
      <h3>{CHEATING.title}</h3>
      {answer.plays === 0 ? (
        <p>{CHEATING.noKey}</p>
      ) : (
        <AsTyped>{(form) => <BudgetTold board={board} plays={answer.plays} form={form} />}</AsTyped>
      )}
      {answer.closest.length === 0 ? null : <Closest {...answer} />}
    </section>
  );
}

function BudgetTold({ board, plays, form }: { readonly board: ApiKeptBoard; readonly plays: number; readonly form: FormData }) {
  const texts = useBoardTexts();
  const now = useMinute();
  const { event = null, hour = null, day = null, history = null, play } = bodyOf(form, bodySchema('setLimits')!) as BodyOf<'setLimits'>;
  const { scoring, direction, timeZone, weekStart } = board;
  const days = daysInHour({ timeZone, weekStart: weekStart as Calendar['weekStart'] }, now);
  const { seconds = null, rate = null, hour: inHour = null, day: inDay = null } = play ?? {};
  const { kind, player, everybody, missing } = cheatingBudget(
    { event, hour, day, history },
    { seconds, rate, hour: inHour, day: inDay },
    { scoring, direction, days, plays },
  );
  if (missing !== undefined) return <p>{CHEATING.unlimited[direction === 'low' ? 'least' : missing]}</p>;
  const total = (points: number) => texts.total(board.name, points);
  return (
    <p>
      {CHEATING.could[kind]} <strong>{total(player!)}</strong>
      {kind === 'gain' ? CHEATING.perHour : '.'}
      {kind === 'gain' && everybody !== null ? ` ${CHEATING.everybody(total(everybody))}` : ''}
    </p>
  );
}

function Closest({ board, kind, closest }: Pick<Budget, 'board' | 'kind' | 'closest'>) {
  return (
    <Rows
      caption={CHEATING.closest}
      heads={CHEATING.heads}
      rows={closest}
      keyOf={({ player }) => player.username}
      none={null}
      columns={{
        player: {
          name: ({ player: { username, displayName } }) => (
            <Lines more={displayName === username ? null : username}>
              <Link to={{ pathname: '/players', search: `?${new URLSearchParams({ player: username, board })}` }}>{displayName}</Link>
            </Lines>
          ),
        },
        ...(kind === 'gain' && {
          hour: { number: ({ hour }: Budget['closest'][number]) => <BoardTotal board={board} total={hour ?? 0} /> },
        }),
        today: { number: ({ today }) => <BoardTotal board={board} total={today} /> },
      }}
    />
  );
}
