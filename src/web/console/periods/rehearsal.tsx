import type { ApiRehearsal } from '../../../contract/operation/settlement.ts';
import type { EndingKind } from '../../../domain/calendar.ts';
import { Link } from '../../address/link.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { ordinal } from '../../../domain/ordinal.ts';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { DataTable } from '../parts/list.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTotal } from '../parts/words/of-board.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { ranksInWords } from '../parts/words/ranks-in-words.ts';

const MESSAGES = {
  'period.closing_soon': 'that it ends soon',
  'period.closed': 'that it has ended',
  'period.final': 'that its results are final',
} as const satisfies Record<ApiRehearsal['messages'][number]['type'], string>;

/** How many of the next ends are shown at first. */
const ENDS = 4;

/** How the period that goes on would end if it ended now. */
export function Rehearsal({ board, kind }: { readonly board: string; readonly kind: EndingKind }) {
  const { locale, count } = useNumberFormat();
  return (
    <RoomPart title="What if it ended now">
      <Asked hasRequest id="rehearse" of={{ board, query: { period: kind } }}>
        {({ from, ranked, winning, prizes, winners, leftOut, held, unclaimed, messages, ends }) => (
          <>
            <p className={styles.told}>
              {periodWords(kind, from, locale)}: {count(ranked)} {ranked === 1 ? 'player has' : 'players have'} a rank.{' '}
              {prizes.length === 0 ? (
                <>
                  Nothing can be won. Say what can be won in the <Link to="/catalogue">catalogue</Link>.
                </>
              ) : (
                `${winning === 0 ? 'Nobody' : count(winning)} would win something.`
              )}
            </p>
            {held === 0 ? null : (
              <p className={styles.told}>
                <strong>
                  {held === 1 ? 'One event of it is held' : `${count(held)} events of it are held`}, and may change this once accepted.
                </strong>{' '}
                <Link to={`/held?board=${board}`}>Decide about {held === 1 ? 'it' : 'them'}</Link>.
              </p>
            )}
            {prizes.length === 0 ? null : (
              <DataTable
                caption="Who would win what"
                rows={winners}
                keyOf={({ rank }) => rank}
                none="Nobody has points yet."
                columns={{
                  Player: ({ player: { displayName } }) => displayName,
                  Rank: ({ rank, tie }) => `${ordinal(rank)}${tieWords(tie)}`,
                  Total: { number: ({ points }) => <BoardTotal board={board} total={points} /> },
                  Prize: ({ prize }) => prize,
                }}
              />
            )}
            {winning <= winners.length ? null : <p>And {count(winning - winners.length)} more.</p>}
            {leftOut.length === 0 ? null : (
              <>
                <h3>Left out, because they are not shown</h3>
                <ul className={styles.tight}>
                  {leftOut.map(({ rank, prize, player, state, reason }) => (
                    <li key={player.username}>
                      {player.displayName} would be {ordinal(rank)} and win {prize}: {state}
                      {reason === null ? '.' : `, “${reason}”`}
                    </li>
                  ))}
                </ul>
              </>
            )}
            {unclaimed.length === 0 ? null : (
              <>
                <h3>Prizes that nobody would win</h3>
                <PrizeList prizes={unclaimed} />
              </>
            )}
            <h3>Webhooks that are told</h3>
            <ul className={styles.tight}>
              {messages.map(({ type, webhooks }) => (
                <li key={type}>
                  {webhooks.length === 0 ? 'None is told' : webhooks.join(', ')} {MESSAGES[type]}.
                </li>
              ))}
            </ul>
            <h3>Next ends</h3>
            <Ends ends={ends.slice(0, ENDS)} />
            {ends.length > ENDS ? (
              <details className={styles.more}>
                <summary>The rest of a year: {count(ends.length - ENDS)} more</summary>
                <Ends ends={ends.slice(ENDS)} />
              </details>
            ) : null}
          </>
        )}
      </Asked>
    </RoomPart>
  );
}

function Ends({ ends }: Pick<ApiRehearsal, 'ends'>) {
  return (
    <ul className={styles.tight}>
      {ends.map(({ from, end, finalAt, clockChangeMinutes }) => (
        <li key={from}>
          <Moment at={end} />, final <Moment at={finalAt} />
          {clockChangeMinutes === 0
            ? ''
            : ` (clocks change: ${Math.abs(clockChangeMinutes)} minutes ${clockChangeMinutes > 0 ? 'longer' : 'shorter'})`}
        </li>
      ))}
    </ul>
  );
}

function tieWords(tie: ApiRehearsal['winners'][number]['tie']): string {
  if (tie.kind === 'none') return '';
  return tie.decidedBy === 'reached-first' ? ', level: decided by who was there first' : ', level: decided by who joined first';
}

interface PrizeListProps {
  readonly prizes: readonly { readonly from: number; readonly to: number; readonly prize: string }[];
}

/** Which ranks win what. */
export function PrizeList({ prizes }: PrizeListProps) {
  return (
    <ul className={styles.tight}>
      {prizes.map((group) => (
        <li key={group.from}>
          {ranksInWords(group)}: {group.prize}
        </li>
      ))}
    </ul>
  );
}
