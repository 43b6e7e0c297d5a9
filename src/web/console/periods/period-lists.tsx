import type { AnswerTo } from '../../../contract/api.ts';
import type { EndingKind } from '../../../domain/calendar.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useAddress } from '../asking/use-address.ts';
import { useBoards } from '../asking/use-question.ts';
import { Act } from '../parts/act.tsx';
import styles from '../parts/console.module.css';
import { TextField } from '../parts/fields.tsx';
import { Lines, List } from '../parts/list.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTotal } from '../parts/words/of-board.tsx';
import { PERIOD_NOUNS, periodWords } from '../parts/words/period-words.ts';
import { PrizeList } from './rehearsal.tsx';
import { byNeed, SETTLING_WORDS } from './settling-words.ts';

type Unsettled = AnswerTo<'unsettled'>['periods'][number];

/** How often it is asked what is not final, in milliseconds. */
const EVERY_MS = 10_000;

/** What is not final yet, what each waits for, and what there is to do about it. */
export function UnsettledPeriods({ board }: { readonly board: string }) {
  return (
    <RoomPart title="Not final yet">
      <ol className={`${styles.steps} ${styles.told}`}>
        <li>A period goes on until its end. Then it takes, for the grace time, points that were on their way.</li>
        <li>If something can be won in it, it is under review: nothing new comes in, and you look at the results.</li>
        <li>It becomes final by itself, or when you say so. Its prizes are due then, under “Prizes won”.</li>
      </ol>
      <List
        id="unsettled"
        asked={{ board }}
        everyMs={EVERY_MS}
        above={({ periods }) => (
          <p>
            <strong>{needWords(periods)}</strong>
          </p>
        )}
        rows={({ periods }) => byNeed(periods)}
        keyOf={({ period, from }) => `${period.kind} ${from}`}
        none="Nothing is open."
        columns={{
          Period: ({ period, from }) => <PeriodLink board={board} kind={period.kind as EndingKind} from={from} />,
          State: ({ period, waitsFor }) => (
            <Lines more={SETTLING_WORDS[waitsFor].todo}>
              {SETTLING_WORDS[waitsFor].state}
              {waitsFor === 'end' ? (
                <>
                  {' '}
                  until <Moment at={period.end} />
                </>
              ) : null}
            </Lines>
          ),
          Final: ({ waitsFor, finalAt }) => (waitsFor === 'import' ? 'after the import' : <Moment at={finalAt} />),
          Prizes: ({ prizes }) => (prizes.length === 0 ? 'None' : <PrizeList prizes={prizes} />),
          Acts: (each) => (each.waitsFor === 'review' ? <Settle board={board} of={each} /> : null),
        }}
      />
    </RoomPart>
  );
}

function needWords(periods: readonly Unsettled[]): string {
  const reviewed = periods.filter(({ waitsFor }) => waitsFor === 'review').length;
  if (reviewed === 0) return 'Nothing waits for you.';
  return reviewed === 1
    ? 'One period is under review: look at its results.'
    : `${reviewed} periods are under review: look at their results.`;
}

/** Makes a period under review final before its time. */
function Settle({ board, of: { period, from, finalAt } }: { readonly board: string; readonly of: Unsettled }) {
  const { locale } = useNumberFormat();
  const kind = period.kind as EndingKind;
  const name = periodWords(kind, from, locale);
  return (
    <Act
      act="settlePeriod"
      opens="Make final now"
      look="button"
      title={`Make final now: ${name}`}
      label="Make it final"
      on={{ board }}
      says={{ period: kind, date: from }}
      done={`${name} is final. Its prizes are due, under “Prizes won”.`}
    >
      <p>
        It would become final by itself: <Moment at={finalAt} />. If you have looked at the results, end the review now. Its prizes are due
        at once, and this cannot be taken back.
      </p>
    </Act>
  );
}

interface ClosedPeriodsProps {
  readonly board: string;
  readonly kind: EndingKind;
}

/** Who won the periods that are final, and opening the latest again. */
export function ClosedPeriods({ board, kind }: ClosedPeriodsProps) {
  const before = useAddress().narrowed(['before']);
  return (
    <RoomPart title="Closed">
      <List
        id="winners"
        asked={{ board, query: { period: kind, ...before } }}
        caption="Closed periods"
        rows={({ winners }) => winners.map((each, i) => ({ ...each, isLatest: i === 0 && before.before === undefined }))}
        keyOf={({ day }) => day}
        none={`None of the ${PERIOD_NOUNS[kind]}s on this board is closed yet.`}
        columns={{
          Period: ({ day }) => <PeriodLink board={board} kind={kind} from={day} />,
          'First three': ({ places }) => (
            <ul className={styles.tight}>
              {places.map(({ rank, points, player }) => (
                <li key={rank}>
                  {rank}. {player.name}, <BoardTotal board={board} total={points} />
                </li>
              ))}
            </ul>
          ),
          Ranked: { number: ({ total }) => total },
          Acts: ({ day, isLatest }) => (isLatest ? <Reopen board={board} kind={kind} from={day} /> : null),
        }}
      />
    </RoomPart>
  );
}

/** Opens the latest closed period again. */
function Reopen({ board, kind, from }: ClosedPeriodsProps & { readonly from: string }) {
  const { locale } = useNumberFormat();
  const name = periodWords(kind, from, locale);
  return (
    <Act
      act="reopenPeriod"
      opens="Open again"
      title={`Open again: ${name}`}
      label="Open it again"
      on={{ board }}
      says={{ period: kind, date: from }}
      done={`${name} is open again.`}
    >
      <p>
        For an hour, to void events and to hide or remove players. It takes no new points. Only the latest closed period can be opened
        again, and only as long as no prizes of it are due.
      </p>
      <TextField name="reason" label="Reason" hint="Visitors may read it." />
    </Act>
  );
}

interface PeriodLinkProps {
  readonly board: string;
  readonly kind: EndingKind;
  /** Its first day, YYYY-MM-DD. */
  readonly from: string;
}

/** A period by its name, which leads to its results where the board has a page. */
function PeriodLink({ board, kind, from }: PeriodLinkProps) {
  const { locale } = useNumberFormat();
  const isShown = useBoards().some(({ name, visibility }) => name === board && visibility === 'public');
  const words = periodWords(kind, from, locale);
  return isShown ? <a href={resultsAddress(board, kind, from)}>{words}</a> : words;
}

/** Where the site shows a period of a board: the one with the day `from`, YYYY-MM-DD. */
export function resultsAddress(board: string, kind: EndingKind, from: string): string {
  const shown = kind === 'monthly' ? { mode: kind } : { period: kind };
  return `${kind === 'monthly' ? '/leaderboard' : '/'}?${new URLSearchParams({ board, ...shown, at: from })}`;
}
