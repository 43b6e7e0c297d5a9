import { usernameKey } from '../../../domain/names/username-key.ts';
import { DEFAULT_AVATAR, type StoredPlayer } from '../stored-values.ts';

/** Separates the names of a player; no name contains it. */
const BETWEEN = '\0';

export interface DirectoryEntry {
  readonly player: StoredPlayer;
  /** When they arrived, in epoch milliseconds. */
  readonly knownSince: number;
}

/** Consecutive players in shared memory, which nobody changes: some 40 bytes each that the garbage collector does not scan. */
export interface PlayerSegment {
  /** UTF-8: per player the username, then display name and avatar unless they are the defaults. */
  readonly texts: Uint8Array<SharedArrayBuffer>;
  /** Where the text of each player ends. */
  readonly ends: Uint32Array<SharedArrayBuffer>;
  /** By {@link nameHash}. */
  readonly hashes: Uint32Array<SharedArrayBuffer>;
  readonly knownSince: Float64Array<SharedArrayBuffer>;
}

export function packedSegment(entries: readonly DirectoryEntry[]): PlayerSegment {
  const texts = entries.map(({ player }) => Buffer.from(textOf(player)));
  const segment = {
    texts: new Uint8Array(new SharedArrayBuffer(texts.reduce((sum, { length }) => sum + length, 0))),
    ends: new Uint32Array(new SharedArrayBuffer(entries.length * 4)),
    hashes: new Uint32Array(new SharedArrayBuffer(entries.length * 4)),
    knownSince: new Float64Array(new SharedArrayBuffer(entries.length * 8)),
  };
  let end = 0;
  for (const [i, { player, knownSince }] of entries.entries()) {
    segment.texts.set(texts[i]!, end);
    segment.ends[i] = end += texts[i]!.length;
    segment.hashes[i] = nameHash(usernameKey(player.username));
    segment.knownSince[i] = knownSince;
  }
  return segment;
}

/** The player at a place of a segment, from 0. `texts`: those of the segment. */
export function playerAt({ ends }: PlayerSegment, texts: Buffer, place: number, number: number): StoredPlayer {
  const parts = texts.toString('utf8', place === 0 ? 0 : ends[place - 1], ends[place]).split(BETWEEN);
  const [username = '', displayName = username, avatar = DEFAULT_AVATAR] = parts;
  return { number, username, displayName, avatar };
}

function textOf({ username, displayName, avatar }: StoredPlayer): string {
  if (avatar !== DEFAULT_AVATAR) return username + BETWEEN + displayName + BETWEEN + avatar;
  return displayName === username ? username : username + BETWEEN + displayName;
}

/** The hash of a key of `usernameKey`: FNV-1a over UTF-16 units. */
export function nameHash(key: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01_00_01_93);
  return hash >>> 0;
}
