import type { PreviewedPeriod } from '../../../contract/operation/previews.ts';
import { PERIOD_KINDS, periodContaining, type PeriodSpan } from '../../../domain/calendar.ts';
import { ChangedOrder } from '../../../domain/changed-order.ts';
import { type PrizeGroup, prizeOf, ranksNearPrizes } from '../../../domain/highlights/prize-groups.ts';
import { compareKeys } from '../../../domain/ordering.ts';
import { PODIUM_PLACES } from '../../../domain/podium.ts';
import { dayOf } from '../../answers/parts/board-days.ts';
import { whoAnswer } from '../../answers/parts/player-place.ts';
import type { CurrentCatalogue } from '../../boards/current-catalogue.ts';
import type { LiveBoards } from '../../boards/live-boards.ts';
import { textOf } from '../../ranking/period-key.ts';
import { type FieldOrder, type OrderedPlace, orderKey, ranksFrom } from '../../ranking/player-order.ts';
import type { BoardSettings, StoredPlayer, TotalNow } from '../../store/stored-values.ts';

/** The most players named per period. */
const MOST_PLAYERS = 20;

/** The most players checked for changed prizes. */
const MOST_NEAR_PRIZES = 1000;

/** A player entering an order, by number, with the points by which it ranks, behind `before` existing players. */
interface Newcomer {
  readonly player: number;
  readonly points: number;
  readonly before: number;
}

/** A player leaving an order, by number, with their current rank. */
interface Leaving {
  readonly player: number;
  readonly rank: number;
}

/** An act's effect on the order of a period. A moving player both leaves and enters. */
export interface OrderChange {
  readonly board: BoardSettings;
  readonly period: PeriodSpan;
  /** The current order. */
  readonly order: Pick<FieldOrder, 'size' | 'placesAt'>;
  readonly left: readonly Leaving[];
  /** Best first. */
  readonly come: readonly Newcomer[];
  /** The players among them who are not stored yet. */
  readonly newcomers?: readonly StoredPlayer[];
}

/** The effect of changed totals on the orders of their periods. Hidden and removed players have no rank. */
export async function changesBy(
  boards: LiveBoards,
  totals: readonly TotalNow[],
  isShown = (player: number) => boards.players.isShown(player),
): Promise<OrderChange[]> {
  const changes: OrderChange[] = [];
  for (const [name, ofBoard] of Map.groupBy(totals, ({ period }) => period.board)) {
    const board = boards.board(name);
    const periods = [...Map.groupBy(ofBoard, ({ period }) => textOf(period)).values()].map((own) => ({ key: own[0]!.period, own }));
    periods.sort(({ key: a }, { key: b }) => PERIOD_KINDS.indexOf(a.kind) - PERIOD_KINDS.indexOf(b.kind) || a.start - b.start);
    for (const { key, own } of periods) {
      const period = periodContaining(key.kind, key.start, board.calendar);
      const players = own.map(({ player }) => player);
      const order = await boards.reading.orderOf(board, period, players);
      const left = players.map((player) => ({ player, rank: order.rankOf(player) }));
      const come = own
        .flatMap(({ player, total }) =>
          total !== undefined && isShown(player) ? [[orderKey(board, total.points), total.reachedAt, player] as const] : [],
        )
        .toSorted((a, b) => compareKeys(a[0], a[1], a[2], b[0], b[1], b[2]))
        .map(([points, reachedAt, player]) => ({ player, points, before: order.countBefore(player, points, reachedAt) }));
      changes.push({ board, period, order, left: left.filter((one): one is Leaving => one.rank !== undefined), come });
    }
  }
  return changes;
}

type Place = PreviewedPeriod['players'][number]['before'];

/** A player, by number, with the places of a preview. */
interface PreviewedPlaces {
  readonly player: number;
  readonly before: Place;
  readonly after: Place;
}

/** The effect of a change on ranks, podium and prizes of its period; `undefined` if no rank changes. */
export async function consequencesOf(
  boards: LiveBoards,
  catalogue: Pick<CurrentCatalogue, 'prizes'>,
  { board, period, order, left, come, newcomers = [] }: OrderChange,
): Promise<PreviewedPeriod | undefined> {
  const ranksLeft = left.map(({ rank }) => rank);
  const changed = new ChangedOrder(order.size, ranksLeft, come);
  const prizes = catalogue.prizes(board.name, period.kind);
  const near = ranksNearPrizes(prizes, order.size, Math.max(left.length, come.length), MOST_NEAR_PRIZES);
  const first = ranksFrom(1, Math.min(PODIUM_PLACES, order.size));
  const firstAfter = ranksFrom(1, Math.min(PODIUM_PLACES, changed.size)).map((rank) => changed.at(rank));
  const stayed = firstAfter.flatMap((standing) => ('stayed' in standing ? [standing.stayed] : []));
  const places = new Map<number, OrderedPlace>();
  const load = async (asked: readonly number[]) => {
    const more = [...new Set(asked)].filter((rank) => !places.has(rank)).toSorted((a, b) => a - b);
    for (const place of await order.placesAt(more)) places.set(place.rank, place);
  };
  await load([...first, ...stayed, ...near]);

  const ranks = new Map(left.map(({ player, rank }) => [player, rank]));
  const newcomerOf = new Map(come.map((one) => [one.player, one]));
  const about = Array.from(new Set([...ranks.keys(), ...newcomerOf.keys()]), (player) => {
    return { player, before: ranks.get(player), after: changed.rankOf(player) };
  });
  const named: PreviewedPlaces[] = [];
  for (let from = 0; from < about.length && named.length < MOST_PLAYERS; from += MOST_PLAYERS) {
    const some = about.slice(from, from + MOST_PLAYERS);
    await load(some.flatMap(({ before }) => before ?? []));
    for (const { player, before, after } of some) {
      const [was, is] = [before && places.get(before)!.points, newcomerOf.get(player)?.points];
      if (before === after && was === is) continue;
      named.push({ player, before: placeIn(board, before, was), after: placeIn(board, after, is) });
    }
  }
  const others = changed.moved();
  if (named.length === 0 && others === 0) return undefined;

  const podium = first.map((rank) => places.get(rank)!.player);
  const podiumAfter = firstAfter.map((standing) => ('came' in standing ? standing.came : places.get(standing.stayed)!.player));
  const stayedNear = near.flatMap((rank) => {
    const after = changed.rankAfter(rank);
    return after === undefined ? [] : [{ player: places.get(rank)!.player, before: rank, after }];
  });
  const winners = [...about, ...stayedNear]
    .map(({ player, before, after }) => ({ player, best: best(before, after), before: won(prizes, before), after: won(prizes, after) }))
    .filter(({ before, after }) => before !== after)
    .toSorted((a, b) => a.best - b.best);

  named.splice(MOST_PLAYERS);
  const players = [...new Set([...named, ...winners].map(({ player }) => player).concat(podium, podiumAfter))];
  const unknown = new Set(newcomers.map(({ number }) => number));
  const found = await boards.store.players([...new Set(players)].filter((number) => !unknown.has(number)));
  const who = new Map([...found, ...newcomers].map((player) => [player.number, whoAnswer(player)]));
  return {
    board: board.name,
    kind: period.kind,
    from: Number.isFinite(period.start) ? dayOf(period.start, board.calendar) : null,
    players: named.map((one) => Object.assign({}, one, { player: who.get(one.player)! })),
    others,
    podium: {
      changes: podium.join() !== podiumAfter.join(),
      before: podium.map((player) => who.get(player)!),
      after: podiumAfter.map((player) => who.get(player)!),
    },
    prizes: winners.map(({ player, before, after }) => ({ player: who.get(player)!, before, after })),
  };
}

function placeIn(board: BoardSettings, rank: number | undefined, points: number | undefined): Place {
  return rank === undefined ? null : { rank, points: orderKey(board, points!) };
}

function best(before: number | undefined, after: number | undefined): number {
  return Math.min(before ?? Infinity, after ?? Infinity);
}

function won(prizes: readonly PrizeGroup[], rank: number | undefined): string | null {
  return rank === undefined ? null : prizeOf(prizes, rank) || null;
}
