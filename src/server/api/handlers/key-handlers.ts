// What the endpoints do that are about API keys.
import type { KEY_ENDPOINTS } from '../../../contract/key-endpoints.ts';
import { Problem } from '../../http/problem.ts';
import type { Keyring } from '../../operation/keys/keyring.ts';
import { refuseUnknownBoards } from '../../operation/keys/write-bounds.ts';
import type { GameParts } from './game-handlers.ts';
import { json } from '../calls/json-answer.ts';
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
    async keys() {
      return json(200, { keys: await known().list() });
    },
    async addKey({ body: { name, role, expires, bounds = {} } }) {
      refuseUnknownBoards(
        bounds,
        boards.boards().map((board) => board.name),
      );
      const terms = { bounds, ...(expires !== undefined && { expires: Date.parse(expires) }) };
      return json(201, await known().add(name, role, clock(), terms));
    },
    async revokeKey({ variables: { key } }) {
      return json(200, await known().revoke(key, clock()));
    },
  };
}
