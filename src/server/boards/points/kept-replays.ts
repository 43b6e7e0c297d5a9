import { usernameKey } from '../../../domain/names/username-key.ts';
import type { Direction } from '../../../domain/scoring.ts';
import type { PointsStore } from '../../store/points-store.ts';
import {
  everyRecord,
  KEPT_REPLAYS,
  type RecordChange,
  type RecordKey,
  type Records,
  type RecordsToKeep,
  REPLAY,
  type StoredRecord,
} from '../../store/records.ts';
import { guestIn, guestKey, guestTrouble } from '../../guests/kept-guest.ts';
import { HELD, heldKey } from './kept-held.ts';

/** How many lists are kept per board: for 30 days, one of plays that counted and one of plays on hold. */
const MOST_LISTS = 60;

/** A day's best plays with replays, best first, one per player. */
type KeptReplays = readonly { readonly event: string; readonly player: string; readonly points: number }[];

/** A play that ended with a replay. */
export interface PlayedReplay {
  readonly board: { readonly name: string; readonly direction: Direction };
  /** The start of its day, in epoch milliseconds. */
  readonly day: number;
  readonly isHeld: boolean;
  readonly event: string;
  readonly username: string;
  readonly points: number;
  readonly replay: string;
}

type ReplayStore = Pick<PointsStore, 'record' | 'records' | 'changeRecords' | 'eventWithId'>;

/** Keeps the replays of the best plays. */
export class Replays {
  readonly #store: ReplayStore;

  constructor(store: ReplayStore) {
    this.#store = store;
  }

  /**
   * Keeps a replay if its play puts the player among the `most` best of its day, and its guest still exists. Voided or rejected plays give
   * way. Idempotent. `at`: now, in epoch milliseconds.
   */
  async keep({ board, day, isHeld, event, username, points, replay }: PlayedReplay, most: number, at: number): Promise<void> {
    const list = { kind: KEPT_REPLAYS, id: JSON.stringify([board.name, day, isHeld]) };
    const one = { event, player: usernameKey(username), points };
    const before = await this.#store.record(list.kind, list.id);
    const keptBefore = listIn(before);
    const isRoom = withReplay(keptBefore, one, board.direction, most)?.length === keptBefore.length + 1;
    const withdrawn = isRoom ? [] : await this.#withdrawn(board.name, keptBefore, isHeld);
    const withOne = (kept: KeptReplays) =>
      withReplay(
        kept.filter(({ event: other }) => !withdrawn.includes(other)),
        one,
        board.direction,
        most,
      );
    if (withOne(keptBefore) === undefined) return;
    const past = before === undefined ? await this.#pastLists(board.name) : [];
    await this.#store.changeRecords({
      of: [list, guestKey(username)],
      change([record, guest]) {
        if (guestTrouble(guest && guestIn(guest)) !== undefined) return [];
        const kept = listIn(record);
        const after = withOne(kept);
        if (after === undefined) return [];
        return [
          { ...list, at, state: board.name, text: JSON.stringify(after) },
          { ...replayKey(board.name, event), at, state: board.name, text: JSON.stringify(replay) },
          ...kept
            .filter(({ event: other }) => after.every((left) => left.event !== other))
            .map((gone) => deleted(replayKey(board.name, gone.event))),
          ...past.flatMap(emptied),
        ];
      },
    });
  }

  /** The replay of an event, as the game sent it; `undefined` if none is kept. */
  async find(board: string, event: string): Promise<string | undefined> {
    const { kind, id } = replayKey(board, event);
    const record = await this.#store.record(kind, id);
    return record && (JSON.parse(record.text) as string);
  }

  /** The plays of a list that were voided, or rejected if they were on hold. */
  async #withdrawn(board: string, kept: KeptReplays, isHeld: boolean): Promise<readonly string[]> {
    const isWithdrawn = async (event: string) =>
      isHeld
        ? (await this.#store.record(HELD, heldKey(board, event).id))?.state === 'rejected'
        : (await this.#store.eventWithId(board, event))?.voided !== undefined;
    const each = await Promise.all(kept.map(async ({ event }) => ((await isWithdrawn(event)) ? [event] : [])));
    return each.flat();
  }

  /** Old lists that make room for a new one. */
  async #pastLists(board: string): Promise<readonly StoredRecord[]> {
    const lists = await this.#store.records(KEPT_REPLAYS, { state: board, limit: 2 * MOST_LISTS });
    return lists.slice(MOST_LISTS - 1);
  }
}

/** The records with replays of a player with one of these names, and their versions without them. */
export async function withoutReplaysOf(store: Pick<Records, 'records'>, usernames: readonly string[]): Promise<RecordsToKeep<unknown>> {
  const keys = new Set(usernames.map(usernameKey));
  const of: RecordKey[] = [];
  for await (const record of everyRecord(store, KEPT_REPLAYS)) if (listIn(record).some(({ player }) => keys.has(player))) of.push(record);
  return {
    of: of.map(({ kind, id }) => ({ kind, id })),
    change: (kept) =>
      kept.flatMap((record) => {
        const list = listIn(record);
        const theirs = list.filter(({ player }) => keys.has(player));
        if (record === undefined || theirs.length === 0) return [];
        return [
          { ...record, text: JSON.stringify(list.filter((one) => !theirs.includes(one))) },
          ...theirs.map(({ event }) => deleted(replayKey(record.state, event))),
        ];
      }),
  };
}

/** A list with one more play, up to `most`; `undefined` if the play is not in it. */
function withReplay(kept: KeptReplays, one: KeptReplays[number], direction: Direction, most: number): KeptReplays | undefined {
  const isBetter = (a: number, b: number) => (direction === 'high' ? a > b : a < b);
  if (kept.some(({ player, points }) => player === one.player && !isBetter(one.points, points))) return undefined;
  const others = kept.filter(({ player }) => player !== one.player);
  // Behind equal plays that came first.
  const place = others.findIndex(({ points }) => isBetter(one.points, points));
  const after = others.toSpliced(place === -1 ? others.length : place, 0, one).slice(0, most);
  return after.includes(one) ? after : undefined;
}

function emptied(list: StoredRecord): readonly RecordChange[] {
  return [deleted(list), ...listIn(list).map(({ event }) => deleted(replayKey(list.state, event)))];
}

function deleted({ kind, id }: RecordKey): RecordChange {
  return { kind, id, text: undefined };
}

function listIn(record: StoredRecord | undefined): KeptReplays {
  return record === undefined ? [] : (JSON.parse(record.text) as KeptReplays);
}

function replayKey(board: string, event: string): RecordKey {
  return { kind: REPLAY, id: heldKey(board, event).id };
}
