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

/** Periods with more events than this are not gone through for a lead: it is known from the next change of lead on. */
const MOST_EVENTS = 50_000;

/** Events between two turns of the event loop: some milliseconds. */
const EVENTS_PER_TURN = 5_000;

/** What happened longer before it came, in milliseconds, is late: it may have changed who led when. */
const LATE_MS = MINUTE_MS;

/** How often a lead is looked up for one question, while revisions make each look stale. */
const MOST_LOOKS = 5;

/** Who leads a period, by number, and since when (epoch milliseconds); `since` is `undefined` where that is not known. */
interface Lead {
  readonly player: number | undefined;
  readonly since: number | undefined;
}

/** A lead that is followed. */
interface Followed {
  lead: Lead;
  /** When it was looked up in the ledger. */
  readonly found: Promise<void>;
}

interface LeadsParts {
  readonly store: Pick<PointsStore, 'countedEvents'>;
  /** The order of an open period if it is in memory. */
  readonly held: (period: PeriodKey) => RankIndex | undefined;
  readonly isShown: (player: number) => boolean;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/**
 * Since when the leaders of open periods lead: without a break, by the own times of events, as the time machine shows
 * it. Found in the ledger when somebody first asks, and from then on by following the changes of the store: whoever
 * passes the leader does so with the event that came last.
 */
export class Leads {
  readonly #parts: LeadsParts;
  /** By the text of the period's key. */
  readonly #leads = new Map<string, Followed>();

  constructor(parts: LeadsParts) {
    this.#parts = parts;
  }

  /** Since when the leader of a period leads, in epoch milliseconds; `undefined` where that is not known, or nobody leads. */
  async since(board: BoardSettings, period: PeriodSpan): Promise<number | undefined> {
    const key = keyOf(board.name, period);
    const text = textOf(key);
    try {
      for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
        const followed = this.#leads.get(text) ?? this.#find(board, key, text);
        await followed.found;
        // A revision may have come meanwhile, and this is of the past before it.
        if (this.#leads.get(text) !== followed) continue;
        // Or a commit, and with it another leader.
        const { lead } = followed;
        return lead.player === this.#leaderOf(key) ? lead.since : undefined;
      }
    } catch (error) {
      // A board is shown without it rather than not at all. The next one who asks may hear of it.
      if (!(error instanceof StorageFailure)) throw error;
    }
    return undefined;
  }

  /** Takes in a change of the store that the orders have followed. */
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
        // The past may be another, or others be shown: it is looked up again.
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
      // Whoever rose to the lead, or whoever fell from it.
      const own = moved.filter((total) => total.player === player || total.player === followed.lead.player);
      const since = own.reduce((latest, { total }) => Math.max(latest, total?.reachedAt ?? -Infinity), -Infinity);
      // Whoever asks next looks it up.
      if (since < this.#parts.clock() - LATE_MS) this.#leads.delete(text);
      else followed.lead = { player, since };
    }
  }

  #leaderOf(period: PeriodKey): number | undefined {
    return this.#parts.held(period)?.stretch(1, 1)[0];
  }

  #find(board: BoardSettings, key: PeriodKey, text: string): Followed {
    // Whoever passes the leader meanwhile is followed already.
    const asked: Lead = { player: this.#leaderOf(key), since: undefined };
    const find = async () => {
      try {
        const lead = await this.#readLead(board, key);
        if (lead !== undefined && lead.player === asked.player && followed.lead === asked) followed.lead = lead;
      } catch (error) {
        if (this.#leads.get(text) === followed) this.#leads.delete(text);
        throw error;
      }
    };
    const followed: Followed = { lead: asked, found: find() };
    this.#leads.set(text, followed);
    return followed;
  }

  /** Plays a period from its beginning; `undefined` where that is too long. */
  async #readLead(board: BoardSettings, key: PeriodKey): Promise<Lead | undefined> {
    const events: { readonly player: number; readonly at: number; readonly points: number }[] = [];
    for await (const { players, at, points } of this.#parts.store.countedEvents(key, 0)) {
      if (events.length + players.length > MOST_EVENTS) return undefined;
      for (let i = 0; i < players.length; i += 1) events.push({ player: players[i]!, at: at[i]!, points: points[i]! });
    }
    // Those of one moment stay in the order of their arrival.
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
      // What happened at one moment is seen at once.
      if (events[i + 1]?.at === at) continue;
      const [leader] = order.stretch(1, 1);
      if (leader !== lead.player) lead = { player: leader, since: at };
    }
    return lead;
  }
}
