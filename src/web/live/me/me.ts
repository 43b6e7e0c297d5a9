import { useSyncExternalStore } from 'react';

import { isSamePlayer } from '../../../domain/names/username-key.ts';
import { rememberedText } from '../../ui/remembered-text.ts';

/** Who the person in front of this browser says they are. It is known to this browser alone. */
export interface Me {
  readonly username: string;
  readonly name: string;
}

/** What was stored, or nothing: others may have written there, or another version of this site. */
function parseMe(text: string | null): Me | undefined {
  if (text === null) return undefined;
  try {
    const stored = JSON.parse(text) as Partial<Record<keyof Me, unknown>> | null;
    return typeof stored?.username === 'string' && typeof stored.name === 'string'
      ? { username: stored.username, name: stored.name }
      : undefined;
  } catch {
    return undefined;
  }
}

const remembered = rememberedText('laurels:me', parseMe);

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
