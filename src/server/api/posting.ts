// Handlers for posting points, apart from the others because this is the hot path.
import { ENDPOINTS } from '../../contract/api.ts';
import { targetOf } from '../../contract/endpoint.ts';
import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { type Actor, actorText } from '../../contract/operation/audit.ts';
import { type Permit, takePoints } from '../boards/points/points-intake.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import type { HttpAnswer } from '../http/http-message.ts';
import { Problem } from '../http/problem.ts';
import type { Keyring } from '../operation/keys/keyring.ts';
import { json } from './json-answer.ts';
import type { Handlers } from './parsed-call.ts';

interface PostingParts {
  readonly boards: LiveBoards;
  readonly keyring?: Pick<Keyring, 'notePosting'>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
}

export function postingHandlers({ boards, keyring, clock }: PostingParts): Handlers<'submitPoints' | 'importPoints'> {
  async function taken(board: string, body: unknown, by: Actor, permit: Permit, imported?: string): Promise<HttpAnswer> {
    const { kind, id } = by;
    // An import is in the audit log.
    if (kind === 'person' && imported === undefined)
      throw new Problem(
        'forbidden',
        `You are signed in, so post points by hand, which is recorded in the audit log: ${targetOf(ENDPOINTS.postByHand, { board })}`,
      );
    const { status, answer, isTaken, refused } = await takePoints(boards, board, body, clock(), {
      ...permit,
      author: { by: actorText(by), import: imported },
    });
    if (refused > 0) boards.hours.refused(refused);
    if (isTaken && kind === 'key' && id !== null) keyring?.notePosting(id, clock());
    return json(status, answer);
  }

  return {
    submitPoints({ query: { board = DEFAULT_BOARD }, body, bounds, by }) {
      return taken(board, body, by, { bounds, isOperators: by.kind === 'command' });
    },
    importPoints({ query: { board = DEFAULT_BOARD, import: imported }, body, by }) {
      if (imported !== undefined) boards.imports.expect(board, imported);
      return taken(board, body, by, { epoch: 'a time', isOperators: true }, imported);
    },
  };
}
