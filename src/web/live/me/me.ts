import { useSyncExternalStore } from 'react';

import { jsonIn } from '../../../contract/read-text.ts';
import { isSamePlayer } from '../../../domain/names/username-key.ts';
import { rememberedText } from '../../ui/remembered-text.ts';

/** The player that the visitor claims to be, known only to this browser; or a neighbour on a board. */
export interface Me {
  readonly username: string;
  readonly name: string;
}

/** Validates a stored value, which another version of this site may have written. */
export function isPerson(value: unknown): value is Me {
  const { username, name } = (value ?? {}) as Record<keyof Me, unknown>;
  return typeof username === 'string' && typeof name === 'string';
}

const remembered = rememberedText('laurels:me', (text) => {
  const stored = jsonIn(text ?? '');
  return isPerson(stored) ? stored : undefined;
});

/** The visitor, if they said who they are; always `undefined` on a server. */
export function useMe(): Me | undefined {
  return useSyncExternalStore(remembered.subscribe, remembered.read, () => undefined);
}

/**
 * Whether code must be loaded before the first render: on a server, and in a browser that knows the visitor, because the page re-renders at
 * once there, which would drop HTML that waits for hydration.
 */
export function needsAllCode(): boolean {
  return import.meta.env.SSR || remembered.read() !== undefined;
}

/** Whether a username is the visitor's. */
export function useIsMe(username: string): boolean {
  const me = useMe();
  return me !== undefined && isSamePlayer(me.username, username);
}

/** Remembers the visitor; `undefined` forgets them. */
export function writeMe(me: Me | undefined): void {
  remembered.write(me === undefined ? null : JSON.stringify(me));
}
