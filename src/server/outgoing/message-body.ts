import type { WebhookMessage } from '../../contract/operation/webhooks.ts';
import { timeText } from '../../contract/moment-text.ts';
import { periodContaining } from '../../domain/calendar.ts';
import { dayOf } from '../answers/parts/board-days.ts';
import { timeOrNull } from '../answers/parts/rankings-answer.ts';
import type { LiveBoards } from '../boards/live-boards.ts';
import type { BoardSettings } from '../store/stored-values.ts';
import { discordMessage } from './discord-message.ts';
import type { Message, PeriodMessage } from './webhooks/message.ts';
import type { Webhook } from './webhooks/webhook-list.ts';

/** The site's origin and its word for points. */
export type MessageSite = Parameters<typeof discordMessage>[2];

/** The JSON sent to a webhook. */
export async function sentBody(
  boards: LiveBoards,
  message: Message,
  { name, form }: Pick<Webhook, 'name' | 'form'>,
  site: MessageSite,
): Promise<string> {
  const plain = await webhookMessage(boards, message, name);
  const told = message.sample === true ? { ...plain, sample: message.sample } : plain;
  return JSON.stringify(
    form === 'discord' ? discordMessage(told, 'board' in message ? boardNamed(boards, message.board) : undefined, site) : told,
  );
}

/** The body of a message, with current titles and names; hidden and removed players have none. */
async function webhookMessage(boards: LiveBoards, message: Message, webhook: string): Promise<WebhookMessage> {
  const timestamp = timeText(message.at);
  switch (message.type) {
    case 'period.closing_soon':
    case 'podium.changed':
      return { type: message.type, timestamp, data: await periodData(boards, message) };
    case 'period.closed': {
      const data = { ...(await periodData(boards, message)), total: message.total, finalAt: timeOrNull(message.finalAt ?? undefined) };
      return { type: message.type, timestamp, data };
    }
    case 'period.final':
      return { type: message.type, timestamp, data: { ...(await periodData(boards, message)), total: message.total } };
    case 'points.held': {
      const { board, held, reason } = message;
      return { type: message.type, timestamp, data: { board: boardData(boardNamed(boards, board), board), held, reason } };
    }
    case 'backup.failed':
      return { type: message.type, timestamp, data: { reason: message.reason } };
    case 'webhook.test':
      return { type: message.type, timestamp, data: { webhook } };
  }
}

/** The board with a name; `undefined` if it was deleted. */
function boardNamed(boards: LiveBoards, name: string): BoardSettings | undefined {
  return boards.boards().find((board) => board.name === name);
}

async function periodData(boards: LiveBoards, message: PeriodMessage) {
  const board = boardNamed(boards, message.board);
  const span = board && periodContaining(message.kind, message.start ?? 0, board.calendar);
  const players = await boards.store.players(message.podium.map(({ player }) => player));
  return {
    board: boardData(board, message.board),
    period: {
      kind: message.kind,
      from: board === undefined || message.start === null ? null : dayOf(message.start, board.calendar),
      start: timeOrNull(message.start ?? undefined),
      end: timeOrNull(span?.end),
    },
    podium: message.podium.map(({ rank, points }, i) => {
      const { number, username, displayName } = players[i]!;
      return { rank, player: boards.players.isShown(number) ? { username, displayName } : null, points };
    }),
  };
}

function boardData(board: BoardSettings | undefined, name: string) {
  return { name, title: board?.title ?? name };
}
