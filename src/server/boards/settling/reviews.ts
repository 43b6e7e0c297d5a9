import * as z from 'zod/mini';

import { timeText } from '../../../contract/moment-text.ts';
import { ENDING_KINDS, type PeriodKind } from '../../../domain/calendar.ts';
import { MINUTE_MS } from '../../../domain/durations.ts';
import type { PrizeGroup } from '../../../domain/highlights/prize-groups.ts';
import { audited } from '../../audit/audit-entry.ts';
import { Problem } from '../../http/problem.ts';
import { type Changed, documentBeside, type DocumentOf, type KeptDocument, type KeptDocuments } from '../../store/kept-document.ts';
import type { DocumentBeside, PointsStore } from '../../store/points-store.ts';
import type { RecordsToKeep } from '../../store/records.ts';
import type { EndedPeriod, PeriodKey } from '../../store/stored-values.ts';
import type { BoardList } from '../points/board-list.ts';
import type { ImportHolds } from '../revising/import-holds.ts';
import { PRIZE_RULES } from './kept-catalogue.ts';
import type { PrizeRules } from './prize-rules.ts';

/** A review that begins later than this, in milliseconds, still gets its full length, because nobody could review before. */
const LATE_MS = MINUTE_MS;

const keptSchema = z.object({
  /** By name. Periods that end at `since` or later have prizes; history imported later has none. */
  boards: z.record(z.string(), z.object({ since: z.int(), reviewMs: z.int() })),
  periods: z.array(
    z.object({
      board: z.string(),
      kind: z.enum(ENDING_KINDS),
      start: z.int(),
      end: z.int(),
      finalAt: z.int(),
      prizes: z.array(z.object({ from: z.int(), to: z.int(), prize: z.string() })),
    }),
  ),
});

type Kept = z.infer<typeof keptSchema>;

/** A period under review: its prizes and when it becomes final were fixed when the review began. Times are epoch milliseconds. */
export type Review = Kept['periods'][number];

export const REVIEWS: DocumentOf<Kept> = {
  name: 'reviews',
  read: (text) => (text === undefined ? { boards: {}, periods: [] } : keptSchema.parse(JSON.parse(text))),
};

/** Gives a new board the review period of another in the commit that creates it, at `now` (epoch milliseconds). */
export function reviewBeside(board: string, copyOf: string, now: number): DocumentBeside {
  return documentBeside(REVIEWS, (kept) => {
    const copied = boardOf(kept, copyOf);
    return copied === undefined ? kept : { ...kept, boards: { ...kept.boards, [board]: { since: now, reviewMs: copied.reviewMs } } };
  });
}

export interface ReviewsParts {
  readonly store: Pick<PointsStore, 'changeDocument' | 'endedPeriods'>;
  readonly documents: Pick<KeptDocuments, 'kept'>;
  readonly imports: Pick<ImportHolds, 'isHeld'>;
  readonly boards: Pick<BoardList, 'boards'>;
  readonly graceMs: number;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Reviews: the time for checking results before they are final, if there are prizes. */
export class Reviews {
  readonly #parts: ReviewsParts;
  readonly #rules: KeptDocument<PrizeRules>;
  readonly #kept: KeptDocument<Kept>;

  constructor(parts: ReviewsParts) {
    this.#parts = parts;
    this.#rules = parts.documents.kept(PRIZE_RULES);
    this.#kept = parts.documents.kept(REVIEWS);
  }

  /** Current reviews, of one board or all, in the order in which their periods ended. */
  list(board?: string): readonly Review[] {
    return this.#kept.value.periods.filter((review) => board === undefined || review.board === board);
  }

  /** The current review of a period. */
  of(board: string, { kind, start }: Pick<PeriodKey, 'kind' | 'start'>): Review | undefined {
    return this.#kept.value.periods.find((review) => review.board === board && review.kind === kind && review.start === start);
  }

  /** The current prizes of a board in a period of a kind, from the first rank down. */
  prizes(board: string, kind: PeriodKind): readonly PrizeGroup[] {
    return this.#rules.value.of(board, kind);
  }

  /** The length of a board's future reviews, in milliseconds. */
  reviewMs(board: string): number {
    return boardOf(this.#kept.value, board)?.reviewMs ?? 0;
  }

  /** How long the review of a period will delay its end, in milliseconds, if it has not begun. */
  expectedMs(board: string, period: Pick<EndedPeriod, 'kind' | 'end'>): number {
    return this.#prizesOf(this.#kept.value, board, period).length === 0 ? 0 : this.reviewMs(board);
  }

  /** Begins due reviews, removes ended ones, and records since when boards have prizes. */
  begin(): Promise<void> {
    return this.#change((kept) => kept);
  }

  /** Begins due reviews, if any: called before a change that affects them. */
  async beginDue(): Promise<void> {
    const ended = await this.#parts.store.endedPeriods(this.#parts.clock());
    if (this.#upToDate(this.#kept.value, ended).periods.some((review) => !this.#kept.value.periods.includes(review))) await this.begin();
  }

  /**
   * Sets the length of a board's reviews. Due reviews begin first, and keep their length. `still`: called inside the commit with the
   * current length in milliseconds. Rejects with what it throws.
   */
  setReviewMs(board: string, reviewMs: number, still: (keptMs: number) => void = () => {}): Promise<void> {
    const { clock } = this.#parts;
    const entry = audited<Changed<Kept>>(clock(), ({ before }) => ({
      act: 'set-review',
      board,
      before: { reviewMs: boardOf(before, board)?.reviewMs ?? 0 },
      after: { reviewMs },
    }));
    return this.#change(
      (kept) => ({
        ...kept,
        boards: { ...kept.boards, [board]: { since: boardOf(kept, board)?.since ?? clock(), reviewMs } },
      }),
      entry,
      (kept) => still(boardOf(kept, board)?.reviewMs ?? 0),
    );
  }

  /**
   * Ends a current review: the period is final immediately. `agreed`: called first inside the commit. Rejects with what it throws. @throws
   * {Problem} conflict for a period that is not under review.
   */
  async endNow(period: PeriodKey, agreed: () => void): Promise<void> {
    await this.beginDue();
    const at = this.#parts.clock();
    const underWay = ({ periods }: Kept) => periods.find((review) => isSame(review, period) && review.finalAt > at);
    const entry = audited<Changed<Kept>>(at, ({ before }) => ({
      act: 'settle-period',
      board: period.board,
      subject: `${period.kind} from ${timeText(period.start)}`,
      before: { finalAt: timeText(underWay(before)!.finalAt) },
      after: { finalAt: timeText(at) },
    }));
    const ended = (kept: Kept): Kept => {
      const review = underWay(kept);
      return { ...kept, periods: kept.periods.map((each) => (each === review ? { ...each, finalAt: at } : each)) };
    };
    await this.#change(ended, entry, (kept) => {
      agreed();
      if (underWay(kept) === undefined) throw notUnderReview();
    });
  }

  /** `change` receives the stored value, updated to now. `records` are stored with it. `check` is called first, inside the commit. */
  async #change(
    change: (kept: Kept) => Kept,
    records?: RecordsToKeep<Changed<Kept>>,
    check: (kept: Kept) => void = () => {},
  ): Promise<void> {
    const { store, clock } = this.#parts;
    const ended = await store.endedPeriods(clock());
    // Avoids a commit: the closing calls this every second.
    if (change(this.#upToDate(this.#kept.value, ended)) === this.#kept.value) return;
    const changed = (kept: Kept) => {
      check(kept);
      return change(this.#upToDate(kept, ended));
    };
    await this.#kept.change(store, changed, records);
  }

  /** The stored value updated to now; the same object if nothing changes. */
  #upToDate(kept: Kept, ended: readonly EndedPeriod[]): Kept {
    const { imports, boards: all, graceMs, clock } = this.#parts;
    const now = clock();
    const isDue = ({ board, end }: Pick<EndedPeriod, 'board' | 'end'>) => end + graceMs <= now && !imports.isHeld(board, end);
    const isKnown = (period: PeriodKey) => kept.periods.some((review) => isSame(review, period));
    const names = all.boards().map(({ name }) => name);
    const canWin = (name: string) => ENDING_KINDS.some((kind) => this.prizes(name, kind).length > 0);
    const added = names.filter((name) => boardOf(kept, name) === undefined && canWin(name));
    // It lasts until its period is closed or empty. A review begun too early by a wrong clock has not begun.
    const isLeft = (review: Review) =>
      names.includes(review.board) &&
      review.end + graceMs <= now &&
      (now < review.finalAt || ended.some((period) => isSame(period, review)));
    const sinceOf = (name: string) =>
      Math.min(now, ...ended.flatMap((period) => (period.board === name && isDue(period) ? [period.end] : [])));
    const boards =
      added.length === 0 && Object.keys(kept.boards).every((name) => names.includes(name))
        ? kept.boards
        : Object.fromEntries([
            ...Object.entries(kept.boards).filter(([name]) => names.includes(name)),
            ...added.map((name) => [name, { since: sinceOf(name), reviewMs: 0 }] as const),
          ]);
    const begun = ended.flatMap((period): readonly Review[] => {
      const { board, kind, start, end, reopenedAt } = period;
      // A reopened period was final before, and its prizes are won.
      if (kind === 'all-time' || reopenedAt !== undefined || isKnown(period) || !isDue(period)) return [];
      const prizes = this.#prizesOf({ ...kept, boards }, board, period);
      if (prizes.length === 0) return [];
      const { reviewMs } = boardOf({ boards }, board)!;
      const from = reviewMs > 0 && now > end + graceMs + LATE_MS ? now : end + graceMs;
      return [{ board, kind, start, end, finalAt: from + reviewMs, prizes: [...prizes] }];
    });
    if (boards === kept.boards && begun.length === 0 && kept.periods.every(isLeft)) return kept;
    return { boards, periods: [...kept.periods.filter(isLeft), ...begun] };
  }

  #prizesOf(kept: Kept, board: string, { kind, end }: Pick<EndedPeriod, 'kind' | 'end'>): readonly PrizeGroup[] {
    return end >= (boardOf(kept, board)?.since ?? Infinity) ? this.prizes(board, kind) : [];
  }
}

/** A board's entry; own properties only, because a board may be called "constructor". */
function boardOf({ boards }: Pick<Kept, 'boards'>, name: string): Kept['boards'][string] | undefined {
  return Object.hasOwn(boards, name) ? boards[name] : undefined;
}

export function isSame(a: PeriodKey, b: PeriodKey): boolean {
  return a.board === b.board && a.kind === b.kind && a.start === b.start;
}

/** The error for a period that is not under review. */
export function notUnderReview(): Problem {
  return new Problem('conflict', 'The period is not under review. Only results that are under review can be made final early.', [
    { field: 'date', rule: 'must be in a period that is under review' },
  ]);
}
