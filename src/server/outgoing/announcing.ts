import { isDeepStrictEqual } from 'node:util';

import { ENDING_KINDS, PERIOD_KINDS, periodContaining, type PeriodKind, type PeriodSpan } from '../../domain/calendar.ts';
import { HOUR_MS } from '../../domain/durations.ts';
import { PODIUM_PLACES } from '../../domain/podium.ts';
import type { RankedPlayer } from '../boards/orders/board-reading.ts';
import { closedMessage } from '../boards/settling/closing-news.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import type { Review } from '../boards/settling/reviews.ts';
import type { PointsStore } from '../store/points-store.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import type { KeptPlace, PeriodMessage } from './webhooks/message.ts';

/** How long before its end a closing period is announced, in milliseconds. */
export const SOON_MS = HOUR_MS;

/** The shortest interval between announcements of a podium, in milliseconds. */
export const PODIUM_EVERY_MS = 10_000;

/** The kind of records with the last announced podium, per board and period kind. */
const PODIUM = 'told podium';

/** The last announced podium and its position. */
interface ToldPodium {
  readonly start: number | null;
  readonly players: readonly number[];
  readonly history: string;
  readonly position: number;
}

interface AnnouncingParts {
  readonly boards: LiveBoards;
  readonly store: Pick<PointsStore, 'changeRecords' | 'history'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/**
 * Announces what no commit does: periods that close soon, and changed podiums. Safe with any number of processes: each announcement is
 * recorded in its own commit, so that it happens once.
 */
export class Announcing {
  readonly #parts: AnnouncingParts;
  /** Podiums known to be announced, by board and kind, to avoid queries. */
  readonly #knownSubjects = new Set<string>();
  readonly #knownPodiums = new Map<string, readonly [start: number | null, players: readonly number[]]>();
  /** Changed boards, and when they were last checked. */
  readonly #changed = new Set<string>();
  readonly #lookedAt = new Map<string, number>();
  readonly #stopListening: () => void;

  constructor(parts: AnnouncingParts) {
    this.#parts = parts;
    for (const { name } of parts.boards.listed()) this.#changed.add(name);
    this.#stopListening = parts.boards.changes.onChange((board) => this.#changed.add(board));
  }

  stop(): void {
    this.#stopListening();
  }

  /** Checks all boards once. */
  async look(): Promise<void> {
    const { boards } = this.#parts;
    if (!boards.webhooks.list().some(({ state }) => state === 'on')) return;
    for (const board of boards.listed()) {
      for (const kind of ENDING_KINDS) await this.#tellSoon(board, kind);
      for (const review of boards.reviews.list(board.name)) await this.#tellClosed(board, review);
      if (this.#isDue(board.name)) for (const kind of PERIOD_KINDS) await this.#tellPodium(board, kind);
    }
  }

  #isDue(board: string): boolean {
    const now = this.#parts.clock();
    const looked = this.#lookedAt.get(board) ?? -Infinity;
    if (!this.#changed.has(board) || looked + PODIUM_EVERY_MS > now) return false;
    this.#changed.delete(board);
    this.#lookedAt.set(board, now);
    return true;
  }

  async #tellSoon(board: BoardSettings, kind: PeriodKind): Promise<void> {
    const { boards, clock } = this.#parts;
    const now = clock();
    const period = periodContaining(kind, now, board.calendar);
    const subject = JSON.stringify(['soon', board.name, kind, period.start]);
    if (period.end - now > SOON_MS || this.#knownSubjects.has(subject)) return;
    const message = { type: 'period.closing_soon', at: now, subject, ...ofPeriod(board, period) } as const;
    if (boards.webhooks.toldOf(message).length === 0) return;
    const podium = await this.#podiumOf(board, period, now);
    if (podium.length === 0) return;
    await boards.webhooks.tell({ ...message, podium });
    this.#knownSubjects.add(subject);
  }

  /** Announces a closed period under review. The commit that makes it final announces the final results. */
  async #tellClosed(board: BoardSettings, { kind, start, finalAt }: Review): Promise<void> {
    const { boards, clock } = this.#parts;
    const asked = { board: board.name, kind, start, reopenedAt: undefined };
    const message = closedMessage(asked, { at: clock(), podium: [], total: 0, finalAt });
    if (this.#knownSubjects.has(message.subject) || boards.webhooks.toldOf(message).length === 0) return;
    const { standings, total } = await boards.reading.page(board, kind, start, { after: 0 }, PODIUM_PLACES);
    await boards.webhooks.tell(closedMessage(asked, { at: clock(), podium: standings.map(keptPlace), total, finalAt }));
    this.#knownSubjects.add(message.subject);
  }

  async #tellPodium(board: BoardSettings, kind: PeriodKind): Promise<void> {
    const { boards, store, clock } = this.#parts;
    const now = clock();
    const period = periodContaining(kind, now, board.calendar);
    const place = JSON.stringify([board.name, kind]);
    const message = { type: 'podium.changed', at: now, subject: '', ...ofPeriod(board, period), podium: [] } as const;
    const told = boards.webhooks.toldOf(message);
    if (told.length === 0) return;
    // Read before the podium, so that concurrent changes count as later.
    const position = boards.changes.position(board.name);
    const podium = await this.#podiumOf(board, period, now);
    const players = podium.map(({ player }) => player);
    if (isDeepStrictEqual(this.#knownPodiums.get(place), [message.start, players])) return;
    const subject = JSON.stringify([board.name, kind, message.start, store.history, position, players]);
    const records = boards.webhooks.recordsFor({ ...message, subject, podium });
    // A period older than the webhook is not news; later changes are.
    const isNews = told.some(({ createdAt }) => period.start >= createdAt);
    await store.changeRecords({
      of: [{ kind: PODIUM, id: place }, ...(records?.of ?? [])],
      change: ([kept, ...messages]) => {
        const before = kept === undefined ? undefined : (JSON.parse(kept.text) as ToldPodium);
        if (before?.history === store.history && before.position > position) return [];
        const isSamePeriod = before !== undefined && before.start === message.start;
        if (isSamePeriod ? isDeepStrictEqual(before.players, players) : players.length === 0) return [];
        const now: ToldPodium = { start: message.start, players, history: store.history, position };
        const isTold = isSamePeriod || before !== undefined || isNews;
        return [
          { kind: PODIUM, id: place, at: message.at, state: 'told', text: JSON.stringify(now) },
          ...(isTold ? (records?.change(messages, undefined) ?? []) : []),
        ];
      },
    });
    this.#knownPodiums.set(place, [message.start, players]);
  }

  async #podiumOf(board: BoardSettings, period: PeriodSpan, now: number): Promise<readonly KeptPlace[]> {
    const { standings } = await this.#parts.boards.reading.page(board, period.kind, now, { after: 0 }, PODIUM_PLACES);
    return standings.map(keptPlace);
  }
}

export function keptPlace({ rank, player, points }: RankedPlayer): KeptPlace {
  return { rank, player: player.number, points };
}

export function ofPeriod(
  { name }: Pick<BoardSettings, 'name'>,
  { kind, start }: PeriodSpan,
): Pick<PeriodMessage, 'board' | 'kind' | 'start'> {
  return { board: name, kind, start: Number.isFinite(start) ? start : null };
}
