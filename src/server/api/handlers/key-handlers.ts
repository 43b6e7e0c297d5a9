// What the endpoints do that are about API keys.
import type { KEY_ENDPOINTS } from '../../../contract/key-endpoints.ts';
import { Problem } from '../../http/problem.ts';
import type { Keyring } from '../../operation/keys/keyring.ts';
import { refuseUnknownBoards } from '../../operation/keys/write-bounds.ts';
import type { GameParts } from './game-handlers.ts';
import type { Handlers } from '../calls/parsed-call.ts';

/** `keyring`: not there where keys are none of this server's business. */
export function keyHandlers({
  keyring,
  boards,
  clock,
}: Pick<GameParts, 'keyring' | 'boards' | 'clock'>): Handlers<keyof typeof KEY_ENDPOINTS> {
  const known = (): Keyring => {
    if (keyring === undefined) throw new Problem('unavailable', 'This server keeps no keys.');
    return keyring;
  };
  return {
    keys: async () => ({ keys: await known().list() }),
    addKey({ body: { name, role, expires, bounds = {} } }) {
      refuseUnknownBoards(
        bounds,
        boards.boards().map((board) => board.name),
      );
      const terms = { bounds, ...(expires !== undefined && { expires: Date.parse(expires) }) };
      return known().add(name, role, clock(), terms);
    },
    revokeKey: ({ variables: { key } }) => known().revoke(key, clock()),
  };
}
