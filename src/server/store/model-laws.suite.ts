import { isDeepStrictEqual } from 'node:util';

import { expect } from 'vitest';

import { PERIOD_KINDS, periodContaining } from '../../domain/calendar.ts';
import { compareKeys } from '../../domain/ordering.ts';
import { exactScore, type Score } from '../../domain/scoring.ts';
import { isErasedId } from './erased-player.ts';
import type { Answers } from './model-questions.suite.ts';
import type { BoardSettings, Change, NewEvent, PeriodKey, StoredEvent } from './stored-values.ts';

/** Checks that two values are equal, ignoring prototypes, which database rows may lack. */
export function agree(found: unknown, expected: unknown): void {
  const [one, other] = [structuredClone(found), structuredClone(expected)];
  // `expect` explains differences, but is slow for equal values.
  if (!isDeepStrictEqual(one, other)) expect(one).toStrictEqual(other);
}

/** @throws an assertion error with these words if the condition does not hold. */
function must(holds: boolean, words: string): void {
  if (!holds) expect.fail(words);
}

/** The laws that the answers of any store must satisfy, independently of another store. `sent`: the recorded events of each board. */
export function obeysTheLaws(
  { boards, verified }: Answers,
  settings: ReadonlyMap<string, BoardSettings>,
  sent: ReadonlyMap<string, readonly NewEvent[]>,
): void {
  agree(verified.differences, []);
  agree(
    verified.standings,
    boards.flatMap(({ periods }) => periods.map(({ standings }) => standings.length)).reduce((a, b) => a + b, 0),
  );
  agree(verified.events, [...sent.values()].flat().length);
  for (const { name, periods, events, days, results } of boards) {
    const { scoring, direction, calendar } = settings.get(name)!;
    const inOrder = events
      .flatMap((theirs, i) => theirs.map((event) => ({ player: i + 1, event })))
      .toSorted((a, b) => a.event.seq - b.event.seq);
    // The ledger contains the events as sent, in order, except for the ids of erased players.
    agree(
      inOrder.map(({ event: { id, points, at, receivedAt, activity } }) => [id, points, at, receivedAt, activity]),
      (sent.get(name) ?? []).map(({ id, points, at, receivedAt, activity }, i) => [
        isErasedId(inOrder[i]?.event.id ?? '') ? inOrder[i]!.event.id : id,
        points + 0,
        at,
        receivedAt,
        activity,
      ]),
    );
    agree(
      days.reduce((sum, day) => sum + day.events, 0),
      inOrder.filter(({ event }) => event.voided === undefined).length,
    );
    agree(
      results,
      PERIOD_KINDS.map((kind) =>
        periods
          .flatMap(({ period: { kind: its, start }, finals }) =>
            its !== kind || finals === undefined ? [] : [{ start, total: finals.total, places: finals.standings.slice(0, 2) }],
          )
          .toSorted((a, b) => b.start - a.start),
      ),
    );
    for (const { period, standings, scores, finals, finalRanks, counted } of periods) {
      const isCounted = ({ at, counted: kinds }: StoredEvent) =>
        kinds.includes(period.kind) && periodContaining(period.kind, at, calendar).start === period.start;
      const theirs = inOrder.filter(({ event }) => isCounted(event));
      const totals = new Map<number, Score>();
      for (const { player, event } of theirs) totals.set(player, exactScore(scoring, direction, totals.get(player), event)!);
      agree(new Map(standings), new Map([...totals].toSorted(([a], [b]) => a - b)));
      agree(
        scores,
        scores.map((_, i) => totals.get(i + 1)),
      );
      agree(
        counted,
        theirs.map(({ player, event: { at, points } }) => [player, at, points]),
      );
      agree(
        finalRanks,
        finalRanks.map((_, i) => finals?.standings.find(({ player }) => player.number === i + 1)?.rank),
      );
      if (finals !== undefined) agreeOnRanks(finals, totals, direction === 'high' ? 1 : -1);
    }
  }
}

function agreeOnRanks(finals: NonNullable<Answers['boards'][0]['periods'][0]['finals']>, totals: Map<number, Score>, sign: number): void {
  const { total, unshown, standings } = finals;
  agree(
    standings.map(({ rank }) => rank),
    Array.from({ length: total }, (_, i) => i + 1),
  );
  agree(new Map(standings.map(({ player, score }) => [player.number, score])), totals);
  for (const [i, { player, score }] of standings.entries()) {
    const next = standings[i + 1];
    if (next === undefined || i + 1 === total - unshown) continue;
    const order = compareKeys(
      sign * score.points,
      score.reachedAt,
      player.number,
      sign * next.score.points,
      next.score.reachedAt,
      next.player.number,
    );
    must(order < 0, `rank ${i + 1} and the next are not in order`);
  }
}

/** A cache of a store, built from its published changes alone. */
export class Followed {
  readonly #totals = new Map<string, Map<number, Score>>();
  /** By board, the position of the last published change. */
  readonly #positions = new Map<string, number>();
  #changes: unknown[] = [];

  hear(change: Change): void {
    const { position, ...what } = change;
    const isOfAll = what.kind === 'document' || what.kind === 'player' || (what.kind === 'board' && what.settings === undefined);
    const boards = isOfAll ? [...this.#positions.keys()] : [what.board].filter((board) => board !== undefined);
    for (const board of boards) {
      must(position > (this.#positions.get(board) ?? -Infinity), `${board}: a change was published, and its position did not rise`);
      this.#positions.set(board, position);
    }
    if (what.kind === 'recorded' || what.kind === 'revised') {
      const keys = what.totals.map(({ period, player }) => `${nameOf(period)} ${player}`);
      must(new Set(keys).size === keys.length, 'a change has a total twice');
      for (const { period, player, total } of what.totals) {
        const totals = this.#totals.get(nameOf(period)) ?? new Map<number, Score>();
        this.#totals.set(nameOf(period), totals);
        if (total === undefined) totals.delete(player);
        else totals.set(player, total);
      }
      // Published totals are compared with the sums instead: unchanged ones may or may not be published.
      this.#changes.push({ kind: what.kind, board: what.board });
      // A store may use any number of commits for an erasure: those before the last one store no records.
    } else if (what.kind !== 'records' || what.records.length > 0) this.#changes.push(what);
  }

  /** The changes published since the last call, without positions and totals. */
  taken(): readonly unknown[] {
    const taken = this.#changes;
    this.#changes = [];
    return taken;
  }

  /** After a restart, positions may be higher than the last published one but never lower. */
  agreesOnPositions(positions: ReadonlyMap<string, number>, isReopened: boolean): void {
    for (const [board, position] of positions) {
      const last = this.#positions.get(board) ?? -Infinity;
      must(isReopened ? position >= last : position === last, `${board}: at position ${position}, and ${last} was published last`);
      this.#positions.set(board, position);
    }
  }

  /** A copy in another database has its own positions. */
  forgetPositions(): void {
    this.#positions.clear();
  }

  agreesOnTotals({ boards }: Answers): void {
    const standing = new Map(
      boards.flatMap(({ periods }) =>
        periods.flatMap(({ period, standings }) => (standings.length === 0 ? [] : [[nameOf(period), new Map(standings)] as const])),
      ),
    );
    const followed = new Map([...this.#totals].filter(([, totals]) => totals.size > 0));
    for (const name of new Set([...standing.keys(), ...followed.keys()]))
      agree(new Map([...(followed.get(name) ?? [])].toSorted(([a], [b]) => a - b)), standing.get(name));
  }
}

function nameOf({ board, kind, start }: PeriodKey): string {
  return `${board} ${kind} ${start}`;
}
