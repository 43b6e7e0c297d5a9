import type { ApiRehearsal } from '../../../contract/operation/settlement.ts';
import type { EndingKind } from '../../../domain/calendar.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import { ordinal } from '../../../domain/ordinal.ts';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { DataTable } from '../parts/table.tsx';
import { LinkIn, RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BoardTotal } from '../parts/words/of-board.tsx';
import { periodWords } from '../parts/words/period-words.ts';
import { ranksInWords } from '../parts/words/ranks-in-words.ts';
import { REHEARSAL } from './periods-words.ts';

const ENDS = 4;

/** A preview of the current period's final results, as if it ended now. */
export function Rehearsal({ board, kind }: { readonly board: string; readonly kind: EndingKind }) {
  const { locale, count } = useNumberFormat();
  return (
    <RoomPart title={REHEARSAL.title}>
      <Asked hasRequest id="rehearse" of={{ board, query: { period: kind } }}>
        {({ from, ranked, winning, prizes, winners, leftOut, held, unclaimed, messages, ends }) => (
          <>
            <p className={styles.told}>
              {REHEARSAL.ranked(periodWords(kind, from, locale), ranked, count(ranked))}
              {prizes.length === 0 ? (
                <LinkIn words={REHEARSAL.noPrizes} to="/catalogue?part=prizes" />
              ) : (
                REHEARSAL.winning(winning, count(winning))
              )}
            </p>
            {held === 0 ? null : (
              <p className={styles.told}>
                <strong>{REHEARSAL.held(held, count(held))}</strong>
                <LinkIn words={REHEARSAL.heldTold} to={`/held?board=${board}`} />
              </p>
            )}
            {prizes.length === 0 ? null : (
              <DataTable
                rows={winners}
                {...REHEARSAL.table}
                columns={{
                  player: ({ player: { displayName } }) => displayName,
                  rank: ({ rank, tie }) => ordinal(rank) + REHEARSAL.tie[tie.kind === 'none' ? tie.kind : tie.decidedBy],
                  total: { number: ({ points }) => <BoardTotal board={board} total={points} /> },
                  prize: ({ prize }) => prize,
                }}
              />
            )}
            {winning <= winners.length ? null : <p>{REHEARSAL.more(count(winning - winners.length))}</p>}
            {leftOut.length === 0 ? null : (
              <>
                <h3>{REHEARSAL.leftOut}</h3>
                <ul className={styles.tight}>
                  {leftOut.map(({ rank, prize, player, state, reason }) => (
                    <li key={player.username}>{REHEARSAL.leftOutTold(player.displayName, ordinal(rank), prize, state, reason)}</li>
                  ))}
                </ul>
              </>
            )}
            {unclaimed.length === 0 ? null : (
              <>
                <h3>{REHEARSAL.unclaimed}</h3>
                <PrizeList prizes={unclaimed} />
              </>
            )}
            <h3>{REHEARSAL.webhooks}</h3>
            <ul className={styles.tight}>
              {messages.map(({ type, webhooks }) => (
                <li key={type}>{REHEARSAL.notified(REHEARSAL.messages[type], webhooks)}</li>
              ))}
            </ul>
            <h3>{REHEARSAL.next}</h3>
            <Ends ends={ends.slice(0, ENDS)} />
            {ends.length > ENDS ? (
              <details className={styles.more}>
                <summary>{REHEARSAL.rest(count(ends.length - ENDS))}</summary>
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
          <Moment at={end} isExact />
          {REHEARSAL.final}
          <Moment at={finalAt} isExact />
          {REHEARSAL.clocks(clockChangeMinutes)}
        </li>
      ))}
    </ul>
  );
}

/** The prizes in order of rank. */
export function PrizeList({ prizes }: Pick<ApiRehearsal, 'prizes'>) {
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
