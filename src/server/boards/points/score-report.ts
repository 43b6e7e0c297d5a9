import type { PeriodKind } from '../../../domain/calendar.ts';
import type { Direction } from '../../../domain/scoring.ts';
import type { StoredPlayer } from '../../store/stored-values.ts';

/** An event's effect on a player in a period that counted it. Ranks count from 1. */
export interface Move {
  readonly points: number;
  /** The points that the event added to the total. */
  readonly added: number;
  readonly rank: number;
  /** `undefined` if the player was not ranked before. */
  readonly rankBefore: number | undefined;
  /** The points needed to be one rank higher, `undefined` for the leader. */
  readonly gap: number | undefined;
}

/** A period in reports; bounds are ISO 8601, null for all time. */
interface ReportedPeriod {
  readonly kind: PeriodKind;
  readonly startText: string | null;
  readonly endText: string | null;
}

/** A stored {@link Move}: points, added, rank, rank before or 0, gap or -1. 0 for a closed period. */
type KeptMove = readonly [points: number, added: number, rank: number, rankBefore: number, gap: number] | 0;

/** A stored report, as JSON. */
export type KeptReport = readonly [at: number, username: string, displayName: string | 0, avatar: string, ...moves: KeptMove[]];

/**
 * The stored form of a report, for answering retries: the player at that time, and the numbers. About a seventh of the report; the rest
 * follows from the event, its board and its time. `moves` are in the order of `PERIOD_KINDS`, `undefined` for a closed period; `at` is
 * epoch milliseconds.
 */
export function keptReport(at: number, { username, displayName, avatar }: StoredPlayer, moves: readonly (Move | undefined)[]): KeptReport {
  return [
    at,
    username,
    displayName === username ? 0 : displayName,
    avatar,
    ...moves.map((move): KeptMove => (move === undefined ? 0 : [move.points, move.added, move.rank, move.rankBefore ?? 0, move.gap ?? -1])),
  ];
}

/** {@link reportOf} for a stored text. */
export function reportFrom(kept: string, ...about: About): string {
  return reportOf(JSON.parse(kept) as KeptReport, ...about);
}

/** A report's board and event, and a function for the periods of a moment in the order of `PERIOD_KINDS`. */
type About = readonly [
  board: { readonly name: string; readonly direction: Direction },
  event: { readonly id: string; readonly points: number },
  periodsOf: (at: number) => readonly ReportedPeriod[],
];

/**
 * The score report as JSON, an `ApiReport`, always the same for the same stored form; first answers are written here too. Reports what was
 * stored, not what was sent. Concatenates text, since building objects takes half as long again.
 */
export function reportOf([at, username, displayName, avatar, ...moves]: KeptReport, ...[board, event, periodsOf]: About): string {
  const name = JSON.stringify(username);
  const player = `"username":${name},"displayName":${displayName === 0 ? name : JSON.stringify(displayName)},"avatar":${JSON.stringify(avatar)}`;
  const periods = periodsOf(at).map((period, i) => periodText(period, moves[i]!, board.direction));
  return `{"id":${JSON.stringify(event.id)},"board":${JSON.stringify(board.name)},"player":{${player}},"at":"${new Date(at).toISOString()}","points":${event.points},"periods":[${periods.join(',')}]}`;
}

function periodText({ kind, startText, endText }: ReportedPeriod, move: KeptMove, direction: Direction): string {
  const bounds = startText === null ? '"start":null,"end":null' : `"start":"${startText}","end":"${endText}"`;
  if (move === 0) return `{"kind":"${kind}",${bounds},"state":"closed"}`;
  const [points, added, rank, rankBefore, gap] = move;
  const ranks = rankBefore === 0 ? null : rankBefore - rank;
  const improved = rankBefore === 0 || (direction === 'high' ? added > 0 : added < 0);
  const next = gap === -1 ? null : `{"rank":${rank - 1},"points":${gap}}`;
  return `{"kind":"${kind}",${bounds},"state":"counted","points":${points},"rank":${rank},"change":{"points":${added},"ranks":${ranks}},"improved":${improved},"next":${next}}`;
}
