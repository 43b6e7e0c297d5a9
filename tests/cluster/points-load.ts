import { setTimeout as wait } from 'node:timers/promises';

import { type AnswerTo, ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import type { ApiReport, ApiResults } from '../../src/contract/game-answers.ts';
import { seeded } from '../seeded.ts';
import { Caller } from './caller.ts';
import type { TrialCluster } from './trial-cluster.ts';

/** How soon a game retries an unacknowledged event, in milliseconds. */
const AGAIN_AFTER_MS = 50;

/** Players per game. Only that game posts their points, so it knows the right totals. */
const PLAYERS = 10;

/** The maximum number of faults to keep: the rest are alike. */
export const MOST_FAULTS = 20;

/**
 * Games that post points through the balancer, retrying each event until it is acknowledged. Sometimes they resend one, to any process, and
 * they read their points back from any process.
 */
export class PointsLoad {
  /** The acknowledged points of each player. */
  readonly totals = new Map<string, number>();
  /** Faults found. */
  readonly faults: string[] = [];
  acknowledged = 0;
  /** How often an event got a 503 or no answer, and was retried. */
  retries = 0;
  /** The longest time from the first try to the acknowledgement, in milliseconds. */
  slowestMs = 0;
  readonly #cluster: TrialCluster;
  readonly #turn: () => Promise<void>;
  readonly #games: Promise<void>;
  #isOver = false;

  /** `turn`: a promise that each game awaits before it posts; by default there is no wait. */
  constructor(cluster: TrialCluster, games: number, seed: number, turn: () => Promise<void> = () => Promise.resolve()) {
    this.#cluster = cluster;
    this.#turn = turn;
    this.#games = Promise.all(Array.from({ length: games }, (_, game) => this.#play(game, seeded(seed + game)))).then(() => undefined);
  }

  /** Resolves once this many more events are acknowledged. */
  async acknowledges(more: number): Promise<void> {
    for (const enough = this.acknowledged + more; this.acknowledged < enough;) await Promise.race([wait(5), this.#games]);
  }

  /** Resolves once all events sent are acknowledged. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#games;
  }

  async #play(game: number, chance: () => number): Promise<void> {
    const caller = new Caller(this.#cluster.key);
    const anyProcess = () => this.#cluster.processes[Math.floor(chance() * this.#cluster.processes.length)]!.url;
    for (let n = 0; !this.#isOver; n += 1) {
      await this.#turn();
      const size = chance() < 0.25 ? 20 : 1;
      const events = Array.from({ length: size }, (_, i) => ({
        id: `${game}-${n}-${i}`,
        username: `game ${game} player ${Math.floor(chance() * PLAYERS)}`,
        points: 1 + Math.floor(chance() * 100),
      }));
      const reports = await this.#post(caller, () => this.#cluster.url, events);
      for (const { username, points } of events) this.totals.set(username, (this.totals.get(username) ?? 0) + points);
      this.acknowledged += size;

      const { username } = events[0]!;
      if (chance() < 0.2) await this.#expectOwn(caller, anyProcess(), username);
      if (chance() < 0.1) {
        const again = await this.#post(new Caller(this.#cluster.key), anyProcess, events);
        if (JSON.stringify(again) !== JSON.stringify(reports))
          this.#fault(`${events[0]!.id} was answered in another way when it was sent again`);
      }
    }
  }

  /** Posts events until all are acknowledged. */
  async #post(caller: Caller, origin: () => string, events: readonly { readonly id: string }[]): Promise<readonly ApiReport[]> {
    const began = performance.now();
    for (;;) {
      const target = targetOf(ENDPOINTS.submitPoints, {});
      const answer = await caller.ask(origin() + target, events.length === 1 ? events[0]! : { events });
      if (answer?.status === 200 || answer?.status === 201) {
        const results =
          events.length === 1 ? [{ status: answer.status, report: answer.body as ApiReport }] : (answer.body as ApiResults).results;
        const reports = results.flatMap((result) => ('report' in result ? [result.report] : []));
        if (reports.length < events.length) this.#fault(`A batch was acknowledged in part: ${JSON.stringify(results).slice(0, 300)}`);
        this.slowestMs = Math.max(this.slowestMs, performance.now() - began);
        return reports;
      }
      if (answer !== undefined && ![502, 503].includes(answer.status))
        throw new Error(`${events[0]!.id} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`);
      this.retries += 1;
      await wait(AGAIN_AFTER_MS);
    }
  }

  /** Senders must see their own points on every process. */
  async #expectOwn(caller: Caller, origin: string, username: string): Promise<void> {
    const answer = await caller.ask(origin + targetOf(ENDPOINTS.player, { username }));
    if (answer?.status !== 200) {
      if (answer?.status === 404) this.#fault(`${username} was posted and is not known elsewhere`);
      return;
    }
    const [found] = (answer.body as AnswerTo<'player'>).periods.flatMap((each) =>
      each.period.kind === 'all-time' && each.ranked ? [each.points] : [],
    );
    const expected = this.totals.get(username)!;
    if (found !== expected) this.#fault(`${username} has ${expected} points, and ${origin} said ${found}`);
  }

  #fault(text: string): void {
    if (this.faults.length < MOST_FAULTS) this.faults.push(text);
  }
}
