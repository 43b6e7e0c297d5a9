// The records of guests: each guest has their own, one for the look of their name, and one for their recovery code.
import { hash } from 'node:crypto';

import * as z from 'zod/mini';

import { LEAVES_A_DAY, RENAMES_A_DAY } from '../../contract/guests.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { lookOf } from '../../domain/names/look-of.ts';
import { passingProblem, Problem } from '../http/problem.ts';
import {
  GUEST,
  GUEST_CODE,
  GUEST_NAME,
  type RecordChange,
  type RecordKey,
  type RecordsToKeep,
  type StoredRecord,
} from '../store/records.ts';

/**
 * `new`: not known to have points. `merging`: wants to be merged into a player. `merged`: another player has their points, until that is
 * undone. `erasing`: nothing more is recorded for them.
 */
export type GuestState = 'new' | 'playing' | 'merging' | 'merged' | 'erasing';

const keptSchema = z.object({
  name: z.string(),
  /** SHA-256 of the secret and of the recovery code, in hexadecimal. */
  secret: z.string(),
  code: z.string(),
  /** The id of the public key that created it. */
  key: z.string(),
  /** Epoch milliseconds, like all times here. */
  createdAt: z.int(),
  /** When they renamed themselves, and when they left boards, in the past day. */
  renamedAt: z.readonly(z.array(z.int())),
  leftAt: z.readonly(z.array(z.int())),
  /** The number of the player to merge into, and the expiry of the proposal. */
  proposal: z.nullable(z.object({ into: z.int(), until: z.int() })),
});

export interface Guest extends z.infer<typeof keptSchema> {
  readonly username: string;
  readonly state: GuestState;
}

export function guestIn({ id, state, text }: StoredRecord): Guest {
  return { username: id, state: state as GuestState, ...keptSchema.parse(JSON.parse(text)) };
}

/** Why nothing may be recorded for a guest: erased, being erased, or merged, so that another player has their points. */
export function guestTrouble(guest: Guest | undefined): Problem | undefined {
  if (guest === undefined) return new Problem('gone', 'The guest of this play was erased.');
  if (guest.state === 'erasing')
    return new Problem('conflict', 'This guest is being erased.', [{ field: 'guest', rule: 'must not be erased' }]);
  if (guest.state !== 'merged') return undefined;
  return new Problem('conflict', 'This guest was merged into another player. Sign in as that player, or create a new guest.', [
    { field: 'guest', rule: 'must not be merged' },
  ]);
}

export function guestKey(username: string): RecordKey {
  return { kind: GUEST, id: username };
}

/** The same key for names that look alike. */
export function nameKey(name: string): RecordKey {
  return { kind: GUEST_NAME, id: hash('sha256', lookOf(name)) };
}

/** `code`: its SHA-256. */
export function codeKey(code: string): RecordKey {
  return { kind: GUEST_CODE, id: code };
}

/** A new version of a guest's own record. */
export function keptGuest({ username, state, ...kept }: Guest, at: number): RecordChange {
  return { ...guestKey(username), at, state, text: JSON.stringify(keptSchema.parse(kept)) };
}

/** The username in the record of a name or code. */
export function usernameIn({ text }: StoredRecord): string {
  return JSON.parse(text) as string;
}

/** A record that belongs to a guest. */
export function ofGuest(key: RecordKey, username: string, at: number): RecordChange {
  return { ...key, at, state: 'taken', text: JSON.stringify(username) };
}

/** The number of the player whom a guest wants to be merged into; `undefined` without an open proposal at `now`, in epoch milliseconds. */
export function proposedBy({ state, proposal }: Guest, now: number): number | undefined {
  return state === 'merging' && proposal !== null && now < proposal.until ? proposal.into : undefined;
}

/** Deletes all records of a guest, if there is one. */
export function withoutGuest(username: string): RecordsToKeep<unknown> {
  return {
    of: [guestKey(username)],
    change: ([kept]) => (kept === undefined ? [] : guestDeleted(guestIn(kept))),
  };
}

export function guestDeleted({ username, name, code }: Guest): readonly RecordChange[] {
  return [guestKey(username), nameKey(name), codeKey(code)].map(({ kind, id }) => ({ kind, id, text: undefined }));
}

/** Changes the state of a guest from the first state to the second; no-op without a guest in the first. */
export function guestTurned(username: string, [from, to]: readonly [GuestState | 'any', GuestState], at: number): RecordsToKeep<unknown> {
  return {
    of: [guestKey(username)],
    change([kept]) {
      const isMeant = kept !== undefined && (from === 'any' || kept.state === from);
      return isMeant ? [keptGuest({ ...guestIn(kept), state: to, proposal: null }, at)] : [];
    },
  };
}

/**
 * Renames a guest, if there is one. `isOwn`: by themselves, within their limit.
 * @throws {Problem} in the commit: name-taken if another guest's name looks like it; too-many-requests.
 */
export function guestNamed(username: string, name: string, at: number, isOwn: boolean): RecordsToKeep<unknown> {
  const own = nameKey(name);
  return {
    of: [guestKey(username), own],
    change([kept, taken]) {
      if (kept === undefined) return [];
      if (taken !== undefined && usernameIn(taken) !== username) throw guestNameTaken(name, isOwn ? 'name' : 'displayName');
      const guest = guestIn(kept);
      const renamedAt = isOwn ? withAnother('renamedAt', guest, at) : guest.renamedAt;
      return [{ ...nameKey(guest.name), text: undefined }, ofGuest(own, username, at), keptGuest({ ...guest, name, renamedAt }, at)];
    },
  };
}

/** Records that a guest leaves a board; no-op if there is no such guest. @throws {Problem} in the commit: too-many-requests. */
export function guestLeaving(username: string, at: number): RecordsToKeep<unknown> {
  const left = (guest: Guest) => keptGuest({ ...guest, leftAt: withAnother('leftAt', guest, at) }, at);
  return { of: [guestKey(username)], change: ([kept]) => (kept === undefined ? [] : [left(guestIn(kept))]) };
}

const A_DAY = { renamedAt: [RENAMES_A_DAY, 'be renamed'], leftAt: [LEAVES_A_DAY, 'leave boards'] } as const;

/** The times of a guest's acts in the past day, plus one now. @throws {Problem} too-many-requests. */
export function withAnother(what: keyof typeof A_DAY, guest: Guest, at: number): readonly number[] {
  const [most, words] = A_DAY[what];
  const lately = guest[what].filter((each) => each > at - DAY_MS);
  if (lately.length < most) return [...lately, at];
  const detail = `Guests can ${words} ${most} times in 24 hours. Try again later.`;
  throw passingProblem('too-many-requests', detail, Math.ceil((lately[0]! + DAY_MS - at) / 1000));
}

export function guestNameTaken(name: string, field = 'name'): Problem {
  return new Problem('name-taken', `"${name}" is taken, or looks like the name of somebody else.`, [
    { field, rule: 'must not look like the name of another player' },
  ]);
}
