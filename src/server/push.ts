import type { IncomingMessage, ServerResponse } from 'node:http';

import type { LiveBoards } from './live-boards.ts';

export function createPush(_boards: LiveBoards, _clock: () => number) {
  return Object.assign((_incoming: IncomingMessage, outgoing: ServerResponse, _board: string) => void outgoing.writeHead(503).end(), {
    close() {},
  });
}
