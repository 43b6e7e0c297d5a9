import type { ApiListedKey, WriteBounds } from '../../../contract/api-key.ts';
import { KEYS } from './keys-words.ts';

const KEY_STATES = ['active', 'expired', 'revoked'] as const;

type KeyState = (typeof KEY_STATES)[number];

/** Whether a key works at a moment in epoch milliseconds. */
export function keyState({ revoked, expires }: Pick<ApiListedKey, 'revoked' | 'expires'>, now: number): KeyState {
  if (revoked !== null) return 'revoked';
  return expires !== null && Date.parse(expires) <= now ? 'expired' : 'active';
}

/** Keys in a state with a text in their name, role or creator: active ones first, then newest first. `''` matches everything. */
export function soughtKeys(
  keys: readonly ApiListedKey[],
  sought: { readonly text: string; readonly state: string },
  now: number,
): readonly ApiListedKey[] {
  const text = sought.text.toLowerCase();
  return keys
    .filter((key) => sought.state === '' || keyState(key, now) === sought.state)
    .filter(({ name, role, madeBy }) => [name, role, madeBy?.name ?? ''].some((each) => each.toLowerCase().includes(text)))
    .toSorted((a, b) => orderOf(a, now) - orderOf(b, now) || Date.parse(b.created) - Date.parse(a.created));
}

function orderOf(key: ApiListedKey, now: number): number {
  return KEY_STATES.indexOf(keyState(key, now));
}

/** A key's restrictions in words. `count` formats numbers. */
export function boundsWords(bounds: WriteBounds, count: (value: number) => string): readonly string[] {
  const { boards, maxPoints, noNegative, noRename, origins, guests, plays } = bounds;
  return [
    ...(boards === undefined ? [] : [KEYS.bounds.boards(boards)]),
    ...(maxPoints === undefined ? [] : [KEYS.bounds.maxPoints(count(maxPoints))]),
    ...(noNegative === undefined ? [] : [KEYS.bounds.noNegative]),
    ...(noRename === undefined ? [] : [KEYS.bounds.noRename]),
    ...(origins === undefined ? [] : [KEYS.bounds.origins(origins)]),
    ...(guests === undefined ? [] : [KEYS.bounds.guests(count(guests))]),
    ...(plays === undefined ? [] : [KEYS.bounds.plays(count(plays))]),
  ];
}
