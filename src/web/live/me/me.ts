import { useSyncExternalStore } from 'react';

import { jsonIn } from '../../../contract/read-text.ts';
import { isSamePlayer } from '../../../domain/names/username-key.ts';
import { rememberedText } from '../../ui/remembered-text.ts';

/** Who the person in front of this browser says they are, known to this browser alone, or somebody around them on a board. */
export interface Me {
  readonly username: string;
  readonly name: string;
}

/** Whether a value from storage is one of them: others may have written there, or another version of this site. */
export function isPerson(value: unknown): value is Me {
  const { username, name } = (value ?? {}) as Record<keyof Me, unknown>;
  return typeof username === 'string' && typeof name === 'string';
}

const remembered = rememberedText('laurels:me', (text) => {
  const stored = jsonIn(text ?? '');
  return isPerson(stored) ? stored : undefined;
});

/** Who this browser belongs to, where somebody said so; nobody on a server. */
export function useMe(): Me | undefined {
  return useSyncExternalStore(remembered.subscribe, remembered.read, () => undefined);
}

/** Whether a username is that of the person this browser belongs to. */
export function useIsMe(username: string): boolean {
  const me = useMe();
  return me !== undefined && isSamePlayer(me.username, username);
}

/** Remembers who this is; `undefined` forgets it. */
export function writeMe(me: Me | undefined): void {
  remembered.write(me === undefined ? null : JSON.stringify(me));
}
