// What is written into a channel of Discord. What is told of one period is one message, which is changed as things change.
import type { WebhookMessage } from '../../contract/operation/webhook-answers.ts';
import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { DAY_MS } from '../../domain/durations.ts';
import { unitWords } from '../../domain/units/unit-words.ts';
import { PLAIN_BOARD, type BoardSettings } from '../store/stored-values.ts';
import type { Message } from './webhooks/message.ts';

const MEDALS = ['🥇', '🥈', '🥉'];

const KINDS = { daily: 'day of', weekly: 'week from', monthly: 'month from', 'all-time': 'all time' } as const;

const GROUPED = new Intl.NumberFormat('en-US');

/** What belongs into the same message of a channel; `undefined` if it is always a message of its own. */
export function discordThread(message: Message): string | undefined {
  if ('kind' in message) return JSON.stringify([message.board, message.kind, message.start]);
  // All that is held on a day is one list, which the operator looks at elsewhere.
  if (message.type === 'points.held') return JSON.stringify(['held', Math.floor(message.at / DAY_MS)]);
  return undefined;
}

/** The body of a message as a webhook of Discord takes it. `site`: where visitors find the site; `points`: what it calls its points, if it does. */
export function discordMessage(
  { type, timestamp, data }: WebhookMessage,
  board: BoardSettings | undefined,
  { site, points }: { readonly site: string | undefined; readonly points: { readonly one: string; readonly other: string } | undefined },
) {
  const words = unitWords(board ?? { ...PLAIN_BOARD }, { locale: 'en-US', count: (value) => GROUPED.format(value), points });
  const one = (title: string, description: string, url?: string) => ({
    embeds: [{ title: shortened(title, 256), description: shortened(description, 4000), ...(url !== undefined && { url }), timestamp }],
    // Nobody is notified by a name that looks like a mention.
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
        'period.closed': 'finalAt' in data && data.finalAt !== null ? `Provisional: final on <t:${seconds(data.finalAt)}:f>.` : 'Closed.',
        'period.final': 'total' in data ? `Final. ${GROUPED.format(data.total)} ranked.` : '',
        'podium.changed': 'As it stands now.',
      }[type];
      const title = `${plain(data.board.title)}, ${KINDS[kind]}${from === null ? '' : ` ${from}`}`;
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
        `${plain(data.board.title)}: something is held`,
        `${plain(data.reason)}\nIt does not count until an operator accepts it: \`laurels held list\``,
      );
    case 'backup.failed':
      return one('A backup failed', plain(data.reason));
    case 'webhook.test':
      return one('It works', `The webhook "${plain(data.webhook)}" of this leaderboard writes here.`);
  }
}

function seconds(time: string | null): number {
  return Math.floor(Date.parse(time ?? '') / 1000);
}

/** A text that Discord shows as it is: names have no headings, links or mentions. */
function plain(text: string): string {
  return text.replaceAll(/[\\`*_~|<>[\]()#@:-]/g, '\\$&');
}

function shortened(text: string, most: number): string {
  const points = [...text];
  return points.length <= most ? text : `${points.slice(0, most - 1).join('')}…`;
}
