import { setImmediate as nextTurn } from 'node:timers/promises';

import type { PeriodSpan } from '../../../domain/calendar.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import { exactScore, type Score } from '../../../domain/scoring.ts';
import { GatheredTotals } from '../../ranking/gathered-totals.ts';
import { keyOf, textOf } from '../../ranking/period-key.ts';
import { orderKey } from '../../ranking/player-order.ts';
import { RankIndex } from '../../ranking/rank-index.ts';
import { type PointsStore, StorageFailure } from '../../store/points-store.ts';
import type { BoardSettings, Change, PeriodKey, TotalNow } from '../../store/stored-values.ts';

/** Periods with more events than this are not replayed; their lead is known from its next change on. */
const MOST_EVENTS = 50_000;

/** Events per turn of the event loop: some milliseconds. */
const EVENTS_PER_TURN = 5_000;

/** Events received later than this after their own time, in milliseconds, may have changed past leads. */
const LATE_MS = MINUTE_MS;

/** How often a lead is looked up for one request if revisions keep invalidating it. */
const MOST_LOOKS = 5;

/** The leader of a period, by number, and since when (epoch milliseconds); `since` is `undefined` if unknown. */
interface Lead {
  readonly player: number | undefined;
  readonly since: number | undefined;
}

interface Followed {
  lead: Lead;
  /** When the lookup in the ledger is done. */
  readonly found: Promise<void>;
}

interface LeadsParts {
  readonly store: Pick<PointsStore, 'countedEvents'>;
  /** The order of an open period, if it is in memory. */
  readonly held: (period: PeriodKey) => RankIndex | undefined;
  readonly isShown: (player: number) => boolean;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/**
 * Since when the leaders of open periods have led without a break, by events' own times. Replayed from the ledger on first use, then
 * updated by following the store: a new leader takes the lead with the latest event.
 */
export class Leads {
  readonly #parts: LeadsParts;
  /** By text of the period's key. */
  readonly #leads = new Map<string, Followed>();

  constructor(parts: LeadsParts) {
    this.#parts = parts;
  }

  /** Since when a period's leader has led, in epoch milliseconds; `undefined` if unknown or without a leader. */
  async since(board: BoardSettings, period: PeriodSpan): Promise<number | undefined> {
    const key = keyOf(board.name, period);
    const text = textOf(key);
    try {
      for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
        const followed = this.#leads.get(text) ?? this.#find(board, key, text);
        await followed.found;
        // A revision came meanwhile, so the result is outdated.
        if (this.#leads.get(text) !== followed) continue;
        // A commit may have changed the leader, too.
        const { lead } = followed;
        return lead.player === this.#leaderOf(key) ? lead.since : undefined;
      }
    } catch (error) {
      // A board without it is better than none. The next request retries.
      if (!(error instanceof StorageFailure)) throw error;
    }
    return undefined;
  }

  /** Applies a change of the store, after the orders have. */
  follow(change: Change): void {
    switch (change.kind) {
      case 'recorded':
        this.#followCommit(change.totals);
        break;
      case 'closed':
        this.#leads.delete(textOf(change.period));
        break;
      case 'revised':
      case 'reopened':
      case 'document':
        // History or visibility changed, so look it up again.
        this.#leads.clear();
        break;
      case 'board':
      case 'records':
      case 'player':
        break;
    }
  }

  #followCommit(totals: readonly TotalNow[]): void {
    if (this.#leads.size === 0) return;
    const byPeriod = Map.groupBy(totals, ({ period }) => period);
    for (const [period, moved] of byPeriod) {
      const text = textOf(period);
      const followed = this.#leads.get(text);
      const player = this.#leaderOf(period);
      if (followed === undefined || followed.lead.player === player) continue;
      // The player who took the lead, or the one who lost it.
      const own = moved.filter((total) => total.player === player || total.player === followed.lead.player);
      const since = own.reduce((latest, { total }) => Math.max(latest, total?.reachedAt ?? -Infinity), -Infinity);
      // The next request looks it up.
      if (since < this.#parts.clock() - LATE_MS) this.#leads.delete(text);
      else followed.lead = { player, since };
    }
  }

  #leaderOf(period: PeriodKey): number | undefined {
    return this.#parts.held(period)?.stretch(1, 1)[0];
  }

  #find(board: BoardSettings, key: PeriodKey, text: string): Followed {
    // A change of lead from now on is followed already.
    const initial: Lead = { player: this.#leaderOf(key), since: undefined };
    const find = async () => {
      try {
        const lead = await this.#readLead(board, key);
        if (lead !== undefined && lead.player === initial.player && followed.lead === initial) followed.lead = lead;
      } catch (error) {
        if (this.#leads.get(text) === followed) this.#leads.delete(text);
        throw error;
      }
    };
    const followed: Followed = { lead: initial, found: find() };
    this.#leads.set(text, followed);
    return followed;
  }

  /** Replays a period; `undefined` if it is too long. */
  async #readLead(board: BoardSettings, key: PeriodKey): Promise<Lead | undefined> {
    const events: { readonly player: number; readonly at: number; readonly points: number }[] = [];
    for await (const { players, at, points } of this.#parts.store.countedEvents(key, 0)) {
      if (events.length + players.length > MOST_EVENTS) return undefined;
      for (let i = 0; i < players.length; i += 1) events.push({ player: players[i]!, at: at[i]!, points: points[i]! });
    }
    // The sort is stable: simultaneous events stay in order of arrival.
    events.sort((a, b) => a.at - b.at);
    const scores = new Map<number, Score>();
    const order = RankIndex.from(new GatheredTotals(0).columns);
    let lead: Lead = { player: undefined, since: undefined };
    for (const [i, { player, at, points }] of events.entries()) {
      if (i % EVENTS_PER_TURN === EVENTS_PER_TURN - 1) await nextTurn();
      const before = scores.get(player);
      const total = exactScore(board.scoring, board.direction, before, { points, at }) ?? before;
      if (total !== undefined && this.#parts.isShown(player)) {
        scores.set(player, total);
        order.move(player, orderKey(board, total.points), total.reachedAt);
      }
      // Simultaneous events take effect together.
      if (events[i + 1]?.at === at) continue;
      const [leader] = order.stretch(1, 1);
      if (leader !== lead.player) lead = { player: leader, since: at };
    }
    return lead;
  }
}
