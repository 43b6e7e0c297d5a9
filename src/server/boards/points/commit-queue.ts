import type { PointsEvent } from '../../../contract/points-event.ts';
import { forWhoActs } from '../../store/acting.ts';
import { passingProblem } from '../../http/problem.ts';
import type { KeptDocuments } from '../../store/kept-document.ts';
import type { PointsStore } from '../../store/points-store.ts';
import type { Author, BoardSettings } from '../../store/stored-values.ts';
import type { BoardChanges } from './board-changes.ts';
import type { PointsRecorder, Submitted } from './points-recorder.ts';
import type { SubmittedEvent } from './points-watch.ts';

/** Most events per commit: enough to share a disk flush, few enough to answer soon. */
const COMMIT_SIZE = 2000;

/** How often consistent reads are tried before commits have to wait. */
const UNDISTURBED_ATTEMPTS = 3;

/** How often they are tried after that, since a period may close meanwhile, and other processes' commits cannot be paused. */
const LAST_ATTEMPTS = 20;

interface Events {
  readonly board: BoardSettings;
  readonly events: readonly SubmittedEvent[];
  readonly resolve: (results: readonly Submitted[]) => void;
  readonly reject: (error: unknown) => void;
}

/** Events, or work that must not overlap a commit. */
type Waiting = Events | (() => Promise<void>);

/** A parsed event, with a digest that distinguishes a retry from another body with the same id. */
export type DigestedEvent = PointsEvent & {
  readonly digest: string;
  /** Keeps a known player's display name and avatar. */
  readonly keepsNames?: boolean;
  /** Sent by an operator, so no limit holds it. */
  readonly isOperators?: boolean;
  readonly author?: Author;
  /** The duration of the play, in seconds, if the points are from one. */
  readonly playSeconds?: number;
};

export interface CommitQueueParts {
  /** Stores the events of one board durably, all or none, with one result each. */
  readonly recorder: Pick<PointsRecorder, 'commit'>;
  readonly store: Pick<PointsStore, 'positions'>;
  readonly changes: BoardChanges;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Dependencies of parts that change things outside of point commits. */
export interface Committing {
  readonly commits: Pick<CommitQueue, 'betweenCommits'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

/** Dependencies of parts that keep a document. */
export interface KeepingDocuments extends Committing {
  readonly documents: Pick<KeptDocuments, 'kept'>;
  readonly store: Pick<PointsStore, 'changeDocument'>;
}

/** Runs commits, and exclusive work between them, in order of arrival. Events that arrive together share a commit. */
export class CommitQueue {
  readonly #parts: CommitQueueParts;
  readonly #waiting: Waiting[] = [];
  #draining: Promise<void> | undefined;
  /** Outcomes of events since the start, the number of commits, and their total duration. */
  readonly counts = { recorded: 0, repeated: 0, held: 0, refused: 0, failed: 0, commits: 0, seconds: 0 };

  constructor(parts: CommitQueueParts) {
    this.#parts = parts;
  }

  /** Records parsed events, received now by default; resolves with one result each once durable. Rejects if nothing was stored. */
  submit(board: BoardSettings, events: readonly DigestedEvent[]): Promise<readonly Submitted[]> {
    const now = this.#parts.clock();
    const submitted = events.map((event) => submittedAt(now, event));
    return new Promise((resolve, reject) => this.#add({ board, events: submitted, resolve, reject }));
  }

  /** The length of the queue. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Resolves when everything accepted so far is durable. */
  async settled(): Promise<void> {
    await this.#draining;
  }

  /** Runs work that no commit may interrupt, after what was queued before. */
  betweenCommits<T>(work: () => Promise<T>): Promise<T> {
    const own = forWhoActs(work);
    return new Promise((resolve, reject) =>
      this.#add(async () => {
        try {
          resolve(await own());
        } catch (error) {
          reject(error);
        }
      }),
    );
  }

  /** Resolves with a consistent `read`: the store ended where memory began. Retries otherwise, finally with commits paused. */
  async atOneInstant<T>(read: () => Promise<T>): Promise<T> {
    const found =
      (await this.#undisturbed(read, UNDISTURBED_ATTEMPTS)) ?? (await this.betweenCommits(() => this.#undisturbed(read, LAST_ATTEMPTS)));
    if (found === undefined) throw passingProblem('unavailable', 'Too much changed during the read. Try again.', 1);
    return found.result;
  }

  async #undisturbed<T>(read: () => Promise<T>, attempts: number): Promise<{ readonly result: T } | undefined> {
    const { changes, store } = this.#parts;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const before = changes.position();
      const result = await read();
      const after = await store.positions();
      if (changes.position() === before && changes.isAt(after)) return { result };
    }
    return undefined;
  }

  #add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    this.#draining ??= this.#drain();
  }

  async #drain(): Promise<void> {
    // Waits one turn, so that requests that arrive together share a commit.
    await nextTurn();
    while (this.#waiting.length > 0) {
      const [first] = this.#waiting;
      if (typeof first === 'function') {
        this.#waiting.shift();
        await first();
      } else {
        await this.#commit(this.#nextGroup(first!.board));
        await nextTurn();
      }
    }
    this.#draining = undefined;
  }

  async #commit(group: readonly Events[]): Promise<void> {
    const { counts } = this;
    const begunAt = performance.now();
    const events = group.flatMap((each) => each.events);
    try {
      const results = await this.#parts.recorder.commit(group[0]!.board.name, events);
      for (const result of results) counts[outcomeOf(result)] += 1;
      let start = 0;
      for (const { events, resolve } of group) resolve(results.slice(start, (start += events.length)));
    } catch (error) {
      counts.failed += events.length;
      for (const { reject } of group) reject(error);
    }
    counts.commits += 1;
    counts.seconds += (performance.now() - begunAt) / 1000;
  }

  /** Takes events from the front that share a commit: of one board, and not too many. */
  #nextGroup(board: BoardSettings): readonly Events[] {
    const group: Events[] = [];
    let size = 0;
    for (const next of this.#waiting) {
      if (typeof next === 'function' || next.board.name !== board.name || (group.length > 0 && size + next.events.length > COMMIT_SIZE))
        break;
      size += next.events.length;
      group.push(next);
    }
    this.#waiting.splice(0, group.length);
    return group;
  }
}

/** A parsed event as queued: received `now`, in epoch milliseconds. */
export function submittedAt(now: number, event: DigestedEvent): SubmittedEvent {
  const { activity = '', keepsNames = false, isOperators = false } = event;
  return {
    id: event.id,
    username: event.username,
    points: event.points,
    at: event.at === undefined ? now : Date.parse(event.at),
    receivedAt: now,
    activity,
    displayName: event.displayName,
    avatar: event.avatar,
    keepsNames,
    digest: event.digest,
    author: event.author,
    isOperators,
    playSeconds: event.playSeconds,
  };
}

function outcomeOf(result: Submitted): 'recorded' | 'repeated' | 'held' | 'refused' {
  if (result.kind === 'refused') return 'refused';
  if (result.repeated) return 'repeated';
  return result.kind === 'held' ? 'held' : 'recorded';
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
