// Discord messages. Each period has one message, which is edited as things change.
import type { WebhookMessage } from '../../contract/operation/webhooks.ts';
import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { unitWords } from '../../domain/units/unit-words.ts';
import { periodWords } from '../../contract/parts/time-words.ts';
import { PLAIN_BOARD, type BoardSettings } from '../store/stored-values.ts';
import type { Message } from './webhooks/message.ts';

const MEDALS = ['🥇', '🥈', '🥉'];

const GROUPED = new Intl.NumberFormat('en-US');

/** Messages with the same thread share one message in the channel; `undefined` for a message of its own. */
export function discordThread(message: Message): string | undefined {
  if (message.sample === true) return undefined;
  if ('kind' in message) return JSON.stringify([message.board, message.kind, message.start]);
  // One message per day about points on hold.
  if (message.type === 'points.held') return JSON.stringify(['held', Math.floor(message.at / DAY_MS)]);
  return undefined;
}

/** The body for a Discord webhook. `site`: the public origin; `points`: the site's own word for points. */
export function discordMessage(
  { type, timestamp, data, sample }: WebhookMessage,
  board: BoardSettings | undefined,
  { site, points }: { readonly site: string | undefined; readonly points: { readonly one: string; readonly other: string } | undefined },
) {
  const words = unitWords(board ?? { ...PLAIN_BOARD }, { locale: 'en-US', count: (value) => GROUPED.format(value), points });
  const one = (title: string, description: string, url?: string) => ({
    embeds: [
      {
        title: shortened(sample === true ? `Sample: ${title}` : title, 256),
        description: shortened(description, 4000),
        ...(url !== undefined && { url }),
        timestamp,
      },
    ],
    // Names must not work as mentions.
    allowed_mentions: { parse: [] },
  });
  switch (type) {
    case 'period.closing_soon':
    case 'period.closed':
    case 'period.final':
    case 'podium.changed': {
      const { kind, from, start, end } = data.period;
      const lines = data.podium.map(({ rank, player, points: total }) => {
        const who = player === null ? 'Hidden player' : plain(player.displayName);
        return `${MEDALS[rank - 1] ?? `${rank}.`} **${who}** ${plain(words.words(total))}`;
      });
      const state = {
        'period.closing_soon': `Ends <t:${seconds(end)}:R>.`,
        'period.closed': 'finalAt' in data && data.finalAt !== null ? `Provisional until <t:${seconds(data.finalAt)}:f>.` : 'Closed.',
        'period.final': 'total' in data ? `Final. ${GROUPED.format(data.total)} ranked.` : '',
        'podium.changed': 'Current standings.',
      }[type];
      const title = `${plain(data.board.title)}, ${periodWords({ kind, from })}`;
      const { name } = data.board;
      const query = new URLSearchParams({
        ...(name !== DEFAULT_BOARD && { board: name }),
        mode: kind,
        ...(start !== null && { at: start }),
      });
      return one(title, [...lines, '', state].join('\n'), site && `${site}/leaderboard?${String(query)}`);
    }
    case 'points.held':
      return one(
        `${plain(data.board.title)}: points on hold`,
        `${plain(data.reason)}\nThey don’t count until an operator accepts them: \`laurels held list\``,
      );
    case 'backup.failed':
      return one('Backup failed', plain(data.reason));
    case 'webhook.test':
      return one('It works', `The webhook "${plain(data.webhook)}" of this leaderboard posts here.`);
  }
}

function seconds(time: string | null): number {
  return Math.floor(Date.parse(time ?? '') / 1000);
}

/** Escapes Markdown. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_~|<>[\]()#@:-]/g, '\\$&');
}

function shortened(text: string, most: number): string {
  const points = [...text];
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}
