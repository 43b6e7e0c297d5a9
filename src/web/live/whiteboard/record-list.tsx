import type { BoardRecord, BoardRecords } from '../../../contract/page-answers.ts';
import type { ApiBoard } from '../../../contract/parts/answer-parts.ts';
import type { PeriodKind } from '../../../domain/calendar.ts';
import { unitWords } from '../../../domain/units/unit-words.ts';
import { Link } from '../../address/link.tsx';
import { useView } from '../../address/view-context.ts';
import { Bib } from '../../board/bib/bib.tsx';
import { useNumberFormat, type NumberFormat } from '../../ui/number-format.ts';
import { boardInAddress, hallOfFame, kindSearch } from '../links/addresses.ts';
import { PlayerLink } from '../links/player-link.tsx';
import { countWords, mostWon } from '../words/count-words.ts';
import { dayWords, monthWords, pastPeriodWords } from '../words/time-words.ts';
import { ONE_PERIOD, rankWords } from '../words/rank-words.ts';
import styles from './whiteboard.module.css';
import { RECORDS } from './record-words.ts';

/** A board's records, one sentence each, with links to the players and periods. */
export function RecordList({ records: { board, records } }: { readonly records: BoardRecords }) {
  const format = useNumberFormat();
  return (
    <ul className={styles.records}>
      {records.map((record) => (
        <li key={`${record.kind} ${'period' in record ? record.period : ''}`} className={`line loose card ${styles.record}`}>
          <Bib {...holderOf(record)} size="row" />
          <div>
            <h3 className={`muted small regular ${styles.name}`}>{nameOf(record, board, format)}</h3>
            <p className={`name ${styles.told}`}>
              <Sentence record={record} board={board} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function holderOf(record: BoardRecord) {
  return record.kind === 'finish' ? record.first : record.player;
}

function nameOf(record: BoardRecord, board: ApiBoard, format: NumberFormat): string {
  switch (record.kind) {
    case 'finish':
      return RECORDS.closest(ONE_PERIOD[record.period]);
    case 'climb':
      return RECORDS.climb;
    case 'total':
      return board.scoring === 'sum' && board.direction === 'high'
        ? RECORDS.most(unitWords(board, format).several, ONE_PERIOD[record.period])
        : RECORDS.best(ONE_PERIOD[record.period]);
    case 'wins':
      return mostWon(ONE_PERIOD[record.period]);
    case 'row':
      return RECORDS.streak(ONE_PERIOD[record.period]);
    case 'streak':
      return RECORDS.played;
  }
}

function Sentence({ record, board }: { readonly record: BoardRecord; readonly board: ApiBoard }) {
  const format = useNumberFormat();
  const { view } = useView();
  const unit = unitWords(board, format);
  const here = { ...view, board: boardInAddress(board.name) };
  const who = ({ id, name }: { readonly id: string; readonly name: string }, kind: PeriodKind) => (
    <PlayerLink username={id} name={name} kind={kind} />
  );
  /** "on 3 Nov 2026", a link to the final ranks of that day. */
  const past = (kind: PeriodKind, at: string, words = pastPeriodWords(kind, at)) => (
    <Link to={{ pathname: '/leaderboard', search: kindSearch(kind, { ...here, at }) }}>{words}</Link>
  );
  switch (record.kind) {
    case 'finish': {
      const { period, day, first, second, gap } = record;
      const lead = gap === 0 ? RECORDS.tiedWith : RECORDS.aheadOf(unit.gap(gap));
      return (
        <>
          {who(first, period)} {RECORDS.won} {past(period, day)}, {lead} {who(second, period)}.
        </>
      );
    }
    case 'climb': {
      const { period, day, player, rank, since, before } = record;
      return (
        <>
          {who(player, period)} {RECORDS.was(rankWords(before, format), pastPeriodWords(period, since))}{' '}
          {RECORDS.and(rankWords(rank, format))} {past(period, day)}.
        </>
      );
    }
    case 'total':
      return (
        <>
          {who(record.player, record.period)}, {unit.words(record.points)}, {past(record.period, record.day)}.
        </>
      );
    case 'wins':
      return (
        <>
          {who(record.player, record.period)},{' '}
          <Link to={hallOfFame(record.period, here)}>{RECORDS.of(format.count(record.wins), format.count(record.periods))}</Link>.
        </>
      );
    case 'row':
    case 'streak': {
      const kind = record.kind === 'row' ? record.period : 'daily';
      const words = kind === 'monthly' ? monthWords : dayWords;
      return (
        <>
          {who(record.player, kind)}, {countWords(record.kind === 'row' ? record.wins : record.days, ONE_PERIOD[kind], format)},{' '}
          {RECORDS.to(words(record.from))} {past(kind, record.until, words(record.until))}.
        </>
      );
    }
  }
}
