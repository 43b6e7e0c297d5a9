import type { AnswerTo, QueryOf } from '../../../contract/api.ts';
import { EMPTY_CATALOGUE } from '../../../contract/catalogue.ts';
import { timeText } from '../../../contract/moment-text.ts';
import { MOST_PAYOUTS, MOST_PRACTISED } from '../../../contract/operation/settlement.ts';
import { periodContaining } from '../../../domain/calendar.ts';
import { dayOf } from '../../answers/parts/board-days.ts';
import { closeOnce } from '../../boards/closing.ts';
import { LiveBoards } from '../../boards/live-boards.ts';
import { ANYTHING } from '../../boards/revising/agreement.ts';
import type { DigestedEvent } from '../../boards/points/commit-queue.ts';
import { openPassingStore } from '../../store/sqlite/sqlite-store.ts';
import { type BoardSettings, DEFAULT_AVATAR } from '../../store/stored-values.ts';
import { payoutsAnswer } from '../payouts.ts';
import { settlingPeriod } from '../settlement.ts';

type Practice = AnswerTo<'practise'>;

/**
 * Settles a copy of a board's period at `now`, epoch milliseconds, with the code that settles periods, on a store in memory.
 * @throws {Problem} not-found for an unknown board.
 */
export async function practiceAnswer(
  boards: LiveBoards,
  name: string,
  { period: kind }: QueryOf<'practise'>,
  now: number,
): Promise<Practice> {
  const board: BoardSettings = { ...boards.board(name), state: 'listed' };
  const period = periodContaining(kind, now, board.calendar);
  const from = dayOf(period.start, board.calendar);
  const { total, standings } = await boards.reading.page(board, kind, now, { after: 0 }, MOST_PRACTISED);
  const players =
    standings.length === 0 ? madeUpPlayers(name) : standings.toSorted((a, b) => a.player.number - b.player.number).map(eventOf);
  const known = boards.catalogue.prizes(name, kind);
  const prizes = known.length === 0 ? MADE_UP_PRIZES : known;
  const madeUp: Practice['madeUp'] = [
    ...(standings.length === 0 ? ['players' as const] : []),
    ...(known.length === 0 ? ['prizes' as const] : []),
  ];

  const store = await openPassingStore();
  try {
    let clock = now;
    const graceMs = boards.closing.countsUntil(period) - period.end;
    const copy = await LiveBoards.open(store, { clock: () => clock, graceMs });
    const parts = { boards: copy, catalogue: copy.catalogue, readiness: async () => [], clock: () => clock, log: () => {} };
    await copy.editing.make(board);
    await copy.catalogue.replace({
      ...EMPTY_CATALOGUE,
      prizes: prizes.map(({ from: first, to, prize }) => ({ board: name, period: kind, from: first, to, prize })),
    });
    await copy.reviews.setReviewMs(name, boards.reviews.reviewMs(name));
    await copy.commits.submit(board, players);

    const steps: Practice['steps'] = [{ state: 'open', at: timeText(now) }];
    clock = copy.closing.countsUntil(period);
    await closeOnce(copy, parts.log);
    if (copy.reviews.reviewMs(name) > 0) {
      steps.push({ state: 'provisional', at: timeText(clock) });
      await settlingPeriod(parts, name, { period: kind, date: from }).carryOut(ANYTHING);
    }
    steps.push({ state: 'final', at: timeText(clock) });
    const { payouts } = await payoutsAnswer(copy, { board: name, limit: MOST_PAYOUTS });
    await copy.hours.close();
    return { board: name, kind, from, ranked: total, players: players.length, madeUp, steps, payouts: payouts.toReversed() };
  } finally {
    await store.close();
  }
}

/** An event with a player's whole total. Order them by when players joined, which decides ties. */
function eventOf({ points, reachedAt, player }: Awaited<ReturnType<LiveBoards['reading']['page']>>['standings'][number]): DigestedEvent {
  const { number, username, displayName, avatar } = player;
  const id = `practice-${number}`;
  return { id, username, displayName, avatar, points, at: timeText(reachedAt), digest: id, isOperators: true };
}

const MADE_UP = [300, 200, 100];

function madeUpPlayers(board: string): readonly DigestedEvent[] {
  return MADE_UP.map((points, i) => {
    const id = `practice-${board}-${i + 1}`;
    return { id, username: id, displayName: `Practice player ${i + 1}`, avatar: DEFAULT_AVATAR, points, digest: id, isOperators: true };
  });
}

const MADE_UP_PRIZES = [1, 2, 3].map((rank) => ({ from: rank, to: rank, prize: `Practice prize ${rank}` }));
