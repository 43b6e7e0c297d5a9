import type { ReactNode } from 'react';

import type { BoardRecord, BoardRecords } from '../../../contract/page-answers.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import type { EndingKind, PeriodKind } from '../../../domain/calendar.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { useNumberFormat, type NumberFormat } from '../../ui/number-format.ts';
import { boardInAddress, hallOfFame, kindSearch } from '../links/addresses.ts';
import { PlayerLink } from '../links/player-link.tsx';
import { dayWords, monthWords, pastPeriodWords } from '../words/time-words.ts';
import { ONE_PERIOD, rankWords } from '../words/rank-words.ts';
import styles from './whiteboard.module.css';

/** What a board remembers, a sentence each, with ways to the players and to the period or moment. */
export function RecordList({ records: { board, records } }: { readonly records: BoardRecords }) {
  const format = useNumberFormat();
  return (
    <ul className={styles.records}>
      {records.map((record) => (
        <li key={`${record.kind} ${'period' in record ? record.period : ''}`} className={`card ${styles.record}`}>
          <h3 className={`fine ${styles.name}`}>{nameOf(record, board, format)}</h3>
          <p className={`name ${styles.told}`}>{sentenceOf(record, board, format)}</p>
        </li>
      ))}
    </ul>
  );
}

function nameOf(record: BoardRecord, board: ApiBoard, format: NumberFormat): string {
  switch (record.kind) {
    case 'finish':
      return `Closest ${ONE_PERIOD[record.period]}`;
    case 'climb':
      return 'Biggest climb to the podium';
    case 'total':
      return board.scoring === 'sum' && board.direction === 'high'
        ? `Most ${unitWords(board, format).several} in a ${ONE_PERIOD[record.period]}`
        : `Best ${ONE_PERIOD[record.period]}`;
    case 'wins':
      return `Most ${ONE_PERIOD[record.period]}s won`;
    case 'row':
      return `Most ${ONE_PERIOD[record.period]}s won in a row`;
    case 'streak':
      return `Most days in a row with ${unitWords(board, format).several}`;
  }
}

function sentenceOf(record: BoardRecord, board: ApiBoard, format: NumberFormat): ReactNode {
  switch (record.kind) {
    case 'finish': {
      const { period, first, second, gap } = record;
      const winner = <Who player={first} kind={period} />;
      const when = <PeriodLink {...record} board={board} />;
      const other = <Who player={second} kind={period} />;
      return gap === 0 ? (
        <>
          {winner} won {when}, level with {other}.
        </>
      ) : (
        <>
          {winner} won {when}, {unitWords(board, format).gap(gap)} ahead of {other}.
        </>
      );
    }
    case 'climb': {
      const { period, player, rank, since, before } = record;
      return (
        <>
          <Who player={player} kind={period} /> was {rankWords(before, format)} {pastPeriodWords(period, since)} and{' '}
          {rankWords(rank, format)} <PeriodLink {...record} board={board} />.
        </>
      );
    }
    case 'total':
      return (
        <>
          <Who player={record.player} kind={record.period} />, {unitWords(board, format).words(record.points)},{' '}
          <PeriodLink {...record} board={board} />.
        </>
      );
    case 'wins':
      return (
        <>
          <Who player={record.player} kind={record.period} />,{' '}
          <HallLink kind={record.period} board={board}>
            {format.count(record.wins)} of {format.count(record.periods)}
          </HallLink>
          .
        </>
      );
    case 'row':
    case 'streak': {
      const kind = record.kind === 'row' ? record.period : 'daily';
      const words = kind === 'monthly' ? monthWords : dayWords;
      return (
        <>
          <Who player={record.player} kind={kind} />, {format.count(record.kind === 'row' ? record.wins : record.days)}, from{' '}
          {words(record.from)} to{' '}
          <PastLink kind={kind} board={board} at={record.until}>
            {words(record.until)}
          </PastLink>
          .
        </>
      );
    }
  }
}

function Who({
  player: { id, name },
  kind,
}: {
  readonly player: { readonly id: string; readonly name: string };
  readonly kind: PeriodKind;
}) {
  return <PlayerLink username={id} name={name} kind={kind} />;
}

interface PeriodLinkProps {
  readonly period: PeriodKind;
  readonly day: string;
  readonly board: ApiBoard;
}

/** "on 3 Nov 2026", which leads to how that day ended. */
function PeriodLink({ period, day, board }: PeriodLinkProps) {
  return (
    <PastLink kind={period} board={board} at={day}>
      {pastPeriodWords(period, day)}
    </PastLink>
  );
}

interface PastLinkProps {
  readonly kind: PeriodKind;
  readonly board: ApiBoard;
  /** A day or a moment. */
  readonly at: string;
  readonly children: ReactNode;
}

/** To the hall of fame of a kind of period, which has everybody who won. */
function HallLink({ kind, board, children }: Omit<PastLinkProps, 'at' | 'kind'> & { readonly kind: EndingKind }) {
  const { view } = useView();
  return <Link to={hallOfFame(kind, { ...view, board: boardInAddress(board.name) })}>{children}</Link>;
}

function PastLink({ kind, board, at, children }: PastLinkProps) {
  const { view } = useView();
  return (
    <Link to={{ pathname: '/leaderboard', search: kindSearch(kind, { ...view, at, board: boardInAddress(board.name) }) }}>{children}</Link>
  );
}
