import { hash } from 'node:crypto';

import { BOARD_RULE, checkedEvent, type Epoch, eventContent } from '../../../contract/files/checked-event.ts';
import { MAX_BATCH } from '../../../contract/points-event.ts';
import type { BoardList } from './board-list.ts';
import type { CommitQueue, DigestedEvent } from './commit-queue.ts';
import type { Submitted } from './points-recorder.ts';
import { Problem } from '../../http/problem.ts';
import type { Author, BoardSettings } from '../../store/stored-values.ts';
import type { WriteBounds } from '../../../contract/api-key.ts';
import { boardRule, pointsRule } from '../../operation/keys/write-bounds.ts';

/** The permissions of a sender: the bounds of their key, and how to treat the Unix epoch. */
export interface Permit {
  readonly bounds?: WriteBounds;
  readonly epoch?: Epoch;
  /** Whether an operator sends and so has reviewed it, through an endpoint or a command on this machine. */
  readonly isOperators?: boolean;
  readonly author?: Author;
}

/**
 * Parses an event, with the parameters of `checkedEvent`.
 * @throws {Problem} invalid-event, naming each invalid field and its rule.
 */
export function parseEvent(sent: unknown, now: number, where = '', epoch: Epoch = 'unset'): DigestedEvent {
  const checked = checkedEvent(sent, now, where, epoch);
  if ('refused' in checked) throw new Problem('invalid-event', checked.refused, checked.faults);
  const { event, at } = checked;
  return { ...event, digest: hash('sha256', eventContent(event, at), 'base64url') };
}

/** The boards that accept points, and the queue for their commits. */
interface PostedBoards extends Pick<BoardList, 'boardForPoints'> {
  readonly commits: Pick<CommitQueue, 'submit'>;
}

/** The outcome of a body. `isTaken`: some of it was recorded or held, now or earlier. `refused`: how many events were refused. */
interface TakenPoints {
  readonly status: 200 | 201 | 202;
  readonly answer: string;
  readonly isTaken: boolean;
  readonly refused: number;
}

/**
 * Processes a body of `submitPoints` or `importPoints`: resolves, once durable, with the status and the JSON of an `ApiReport`,
 * `ApiHeldReport` or `ApiResults`. Reports are JSON already and are not parsed again.
 * @param permit what the sender may send.
 * @throws {Problem} forbidden for a board outside the permit, archived for one that accepts no points.
 */
export async function takePoints(
  boards: PostedBoards,
  board: string,
  body: unknown,
  now: number,
  permit: Permit = {},
): Promise<TakenPoints> {
  const settings = boards.boardForPoints(board);
  const rule = boardRule(permit.bounds ?? {}, board);
  if (rule !== undefined) throw new Problem('forbidden', `This API key may not post to the board "${board}".`, [{ field: 'board', rule }]);
  if (typeof body === 'object' && body !== null && Object.hasOwn(body, 'events')) {
    return takeBatch(boards, settings, body, now, permit);
  }
  const [submitted] = await boards.commits.submit(settings, [permittedEvent(body, now, permit)]);
  if (submitted!.kind === 'refused') throw submitted!.problem;
  if (submitted!.kind === 'held') return { status: 202, answer: submitted!.answer, isTaken: true, refused: 0 };
  return { status: submitted!.repeated ? 200 : 201, answer: submitted!.report, isTaken: true, refused: 0 };
}

async function takeBatch({ commits }: PostedBoards, board: BoardSettings, body: object, now: number, permit: Permit): Promise<TakenPoints> {
  const { events, ...others } = body as { events: unknown };
  const unknown = Object.keys(others);
  if (unknown.length > 0) {
    throw new Problem(
      'invalid-event',
      'A batch may contain nothing but "events".',
      unknown.slice(0, 20).map((field) => ({ field: field.toWellFormed(), rule: field === 'board' ? BOARD_RULE : 'is not a known field' })),
    );
  }
  if (!Array.isArray(events) || events.length === 0) {
    throw new Problem('invalid-event', 'A batch must have at least one event.', [
      { field: 'events', rule: `must be a list of 1 to ${MAX_BATCH} events` },
    ]);
  }
  if (events.length > MAX_BATCH) {
    throw new Problem('too-large', `A batch may have at most ${MAX_BATCH} events; this one has ${events.length}. Nothing was stored.`, [
      { field: 'events', rule: `must have at most ${MAX_BATCH} entries` },
    ]);
  }
  const parsed = events.map((event: unknown, i) => parsedOrProblem(event, now, permit, `events[${i}]`));
  const valid = parsed.filter((event): event is DigestedEvent => !(event instanceof Problem));
  const submitted = valid.length === 0 ? [] : await commits.submit(board, valid);
  let taken = 0;
  const results = parsed.map((event, i) => {
    const result: Submitted = event instanceof Problem ? { kind: 'refused', problem: event } : placed(submitted[taken++]!, `events[${i}]`);
    if (result.kind === 'report') return `{"status":${result.repeated ? 200 : 201},"report":${result.report}}`;
    if (result.kind === 'held') return `{"status":202,"held":${result.answer}}`;
    return JSON.stringify({ status: result.problem.status, id: idOf(events[i]), problem: result.problem });
  });
  const accepted = submitted.filter(({ kind }) => kind !== 'refused').length;
  return { status: 200, answer: `{"results":[${results.join(',')}]}`, isTaken: accepted > 0, refused: events.length - accepted };
}

function parsedOrProblem(event: unknown, now: number, permit: Permit, where: string): DigestedEvent | Problem {
  try {
    return permittedEvent(event, now, permit, where);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** {@link parseEvent} within a permit. @throws {Problem} invalid-event, also for points outside the permit's bounds. */
function permittedEvent(sent: unknown, now: number, { bounds = {}, epoch, ...sender }: Permit, where = ''): DigestedEvent {
  const event = Object.assign(parseEvent(sent, now, where, epoch), sender);
  const rule = pointsRule(bounds, event.points);
  if (rule === undefined) return bounds.noRename === true ? { ...event, keepsNames: true } : event;
  throw new Problem('invalid-event', 'This API key may not post these points.', [
    { field: where === '' ? 'points' : `${where}.points`, rule },
  ]);
}

/** Prefixes the fields of a refusal with the event's place in the batch. */
function placed(result: Submitted, where: string): Submitted {
  if (result.kind !== 'refused') return result;
  const { code, message, faults } = result.problem;
  return {
    kind: 'refused',
    problem: new Problem(
      code,
      message,
      faults.map(({ field, rule }) => ({ field: `${where}.${field}`, rule })),
    ),
  };
}

function idOf(event: unknown): string | null {
  return typeof event === 'object' && event !== null && 'id' in event && typeof event.id === 'string'
    ? event.id.slice(0, 128).toWellFormed()
    : null;
}
