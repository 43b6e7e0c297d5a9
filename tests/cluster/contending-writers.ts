import { setTimeout as wait } from 'node:timers/promises';

import { askOnce } from '../../scripts/tools/postgres/ask-once.ts';
import { ENDPOINTS } from '../../src/contract/api.ts';
import { targetOf } from '../../src/contract/endpoint.ts';
import type { ApiReport, ApiResults } from '../../src/contract/game-answers.ts';
import { seeded } from '../seeded.ts';
import { Caller } from './caller.ts';
import { type LedgerEvent, PlainModel } from './plain-model.ts';
import { MOST_FAULTS } from './points-load.ts';
import type { TrialCluster } from './trial-cluster.ts';
import { differencesIn } from './whole-truth.ts';

/** Few points each, so that there are many ties. */
const PLAYERS = 400;
const MOST_POINTS = 20;

/** The fraction of ids also sent to a second process: with the same content, and with different content. */
const REPEATED = 0.05;
const CONTESTED = 0.005;

/** Connections to each process, and the maximum number of events per request. Half of all requests have one event. */
const CONNECTIONS = 4;
const MOST_IN_REQUEST = 400;

const AGAIN_AFTER_MS = 50;

interface SentEvent {
  readonly id: string;
  readonly username: string;
  readonly points: number;
}

/** The answer to one event: 201 if new, 200 if known, 409 if known with different content. */
interface Answered {
  readonly event: SentEvent;
  readonly status: number;
  readonly report: ApiReport | undefined;
}

/** The results of several processes writing to one board at once. */
export interface ContendingFigures {
  readonly stored: number;
  readonly repeated: number;
  readonly contested: number;
  readonly tookMs: number;
  /** Answers that contradict the ledger. */
  readonly faults: readonly string[];
  /** Events that were not counted exactly once, and differences between processes. */
  readonly differences: readonly string[];
}

/** Sends events to all processes of a cluster without a pause, and checks every answer against the order of the ledger. */
export async function contend(cluster: TrialCluster, count: number, seed: number): Promise<ContendingFigures> {
  const queues = sentTo(cluster.processes.length, count, seed);
  const began = performance.now();
  const answers = await Promise.all(
    queues.flatMap((queue, i) => {
      const chance = seeded(seed + 1 + i);
      return Array.from({ length: CONNECTIONS }, () => send(cluster, cluster.processes[i]!.url, queue, chance));
    }),
  );
  const tookMs = performance.now() - began;

  const byId = Map.groupBy(answers.flat(), ({ event }) => event.id);
  const ledger = await ledgerOf(cluster);
  const faults: string[] = [];
  const differences: string[] = [];
  if (ledger.length !== count || new Set(ledger.map(({ id }) => id)).size !== count)
    differences.push(`${count} ids were sent, and the ledger has ${ledger.length} events`);
  const model = new PlainModel();
  for (const event of ledger) {
    const answered = byId.get(event.id) ?? [];
    const first = answered.find(({ status }) => status === 201);
    const fault =
      answersFault(event, answered) ?? (first?.report === undefined ? `${event.id} was new to nobody` : model.fault(event, first.report));
    if (fault !== undefined && faults.length < MOST_FAULTS) faults.push(fault);
  }
  differences.push(...(await differencesIn(cluster, model.totals())));
  const counted = (status: number) => answers.flat().filter((each) => each.status === status).length;
  return { stored: counted(201), repeated: counted(200), contested: counted(409), tookMs, faults, differences };
}

/** The events for each process. A second copy is sent at about the same time as the first. */
function sentTo(processes: number, count: number, seed: number): readonly SentEvent[][] {
  const chance = seeded(seed);
  const whole = (below: number) => Math.floor(chance() * below);
  const queues = Array.from({ length: processes }, (): SentEvent[] => []);
  for (let i = 0; i < count; i += 1) {
    const event = { id: `event ${i}`, username: `player ${whole(PLAYERS)}`, points: 1 + whole(MOST_POINTS) };
    queues[i % processes]!.push(event);
    const second = queues[(i + 1 + whole(processes - 1)) % processes]!;
    const fate = chance();
    if (fate < REPEATED) second.push(event);
    else if (fate < REPEATED + CONTESTED) second.push({ ...event, points: event.points + 1 });
  }
  return queues;
}

/** Sends events from a shared queue until it is empty and all are answered. */
async function send(cluster: TrialCluster, origin: string, queue: SentEvent[], chance: () => number): Promise<Answered[]> {
  const caller = new Caller(cluster.key);
  const answered: Answered[] = [];
  for (;;) {
    const events = queue.splice(0, chance() < 0.5 ? 1 : 1 + Math.floor(chance() * MOST_IN_REQUEST));
    if (events.length === 0) return answered;
    answered.push(...(await post(caller, origin, events)));
  }
}

async function post(caller: Caller, origin: string, events: readonly SentEvent[]): Promise<readonly Answered[]> {
  for (;;) {
    const [event] = events as readonly [SentEvent];
    const answer = await caller.ask(origin + targetOf(ENDPOINTS.submitPoints, {}), events.length === 1 ? event : { events });
    if (answer === undefined || answer.status === 503) {
      await wait(AGAIN_AFTER_MS);
      continue;
    }
    const { status, body } = answer;
    if (events.length === 1) return [{ event, status, report: status === 409 ? undefined : (body as ApiReport) }];
    return (body as ApiResults).results.map((result, i) => ({
      event: events[i]!,
      status: result.status,
      report: 'report' in result ? result.report : undefined,
    }));
  }
}

async function ledgerOf(cluster: TrialCluster): Promise<readonly LedgerEvent[]> {
  const rows = await askOnce(
    cluster.database.url,
    'SELECT id, username, points, at FROM events JOIN players ON number = player ORDER BY seq',
  );
  return rows.map(({ id, username, points, at }) => ({
    id: String(id),
    username: String(username),
    points: Number(points),
    at: Number(at),
  }));
}

/** Every sender of a stored event must get the same answer, exactly one of them as new; senders of different content must be refused. */
function answersFault({ id, points }: LedgerEvent, answered: readonly Answered[]): string | undefined {
  const same = answered.filter(({ event }) => event.points === points);
  const isRight =
    same.length > 0 &&
    same.filter(({ status }) => status === 201).length === 1 &&
    same.every(({ status }) => status === 201 || status === 200) &&
    new Set(same.map(({ report }) => JSON.stringify(report))).size === 1 &&
    answered.every((each) => same.includes(each) || each.status === 409);
  return isRight ? undefined : `${id} has ${points} points, and was answered with ${JSON.stringify(answered)}`;
}
