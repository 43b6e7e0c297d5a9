import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import type { ApiRevised } from '../../contract/operation/ledger.ts';
import { MOST_IN_BODY } from '../../contract/parts/selection.ts';
import { TOLERANCE_MS } from '../../server/operation/clock-watch.ts';
import { type Command, commandsOf, FLAG, type Operation, parsed, TEXT, UsageError } from '../asking/command.ts';
import { everyBoard, pagesOf } from '../asking/live-data.ts';
import { asking } from '../asking/endpoint-command.ts';
import { confirmed, itemsIn } from '../asking/many.ts';
import { countOf } from '../words/count-of.ts';
import { progressOn } from '../words/progress.ts';
import { periodWords } from '../../contract/parts/time-words.ts';

const SHOWN = 'It is shown on the player’s receipt.';

export const events: Command = commandsOf({
  post: asking('postByHand', {
    args: ['ID'],
    options: { board: TEXT, player: TEXT, points: TEXT, activity: TEXT, at: TEXT },
    asked([id], { board = DEFAULT_BOARD, player, points, ...rest }) {
      if (player === undefined || points === undefined) throw new UsageError('--player NAME and --points N are required.');
      return { board, body: { id, username: player, points: Number(points), ...rest } };
    },
    says: ({ points, player }, { how }, [id]) => `Event "${id}" posted ${how}: ${countOf(points, 'point')} for ${player.username}.`,
  }),
  void: (args, operation) => (args.includes('--future') ? voidFuture : oneOrMany('void', args))(args, operation),
  restore: (args, operation) => oneOrMany('restore', args)(args, operation),
});

/** The filters of `events void` without an ID. */
const FILTERS = { board: TEXT, player: TEXT, key: TEXT, author: TEXT, import: TEXT, activity: TEXT, from: TEXT, until: TEXT } as const;

/** Without an ID, all events that match the filters. */
function oneOrMany(does: ApiRevised['does'], args: readonly string[]): Command {
  return itemsIn(args, FILTERS).items.length > 0 ? revising(does) : revisingMany(does);
}

/** Previews only, unless `--yes` or a preview's token confirms it. */
function revisingMany(does: ApiRevised['does']): Command {
  return confirmed(
    asking('reviseEvents', {
      options: { ...FILTERS, yes: FLAG },
      reason: SHOWN,
      asked(_, { yes: __, reason: ___, ...match }: Readonly<Record<string, string | boolean | undefined>>, reason) {
        if (Object.keys(match).length === 0)
          throw new UsageError(`Name an event by its ID, or filter: --${Object.keys(FILTERS).join(', --')}.`);
        return { body: { does, reason, events: { match } } };
      },
      says: ({ events: count, refused, entry }, { how }) => [
        `${countOf(count, 'event')} ${does === 'void' ? 'voided' : 'restored'} ${how}. To undo it: undo ${entry}`,
        ...(refused > 0 ? [`${countOf(refused, 'event')} left alone: part of a merge, or dealt with meanwhile.`] : []),
      ],
    }),
  );
}

function revising(does: ApiRevised['does']): Command {
  return asking('reviseEvent', {
    args: ['ID'],
    options: { board: TEXT },
    reason: SHOWN,
    asked: ([event], { board = DEFAULT_BOARD }, reason) => ({ board, body: { event, does, reason } }),
    says: ({ event, player, ...revised }, { how }) => [
      `Event "${event.id}" ${does === 'void' ? 'voided' : 'restored'} ${how}: ${countOf(event.points, 'point')} of ${player.username}.`,
      didWords(revised),
    ],
  });
}

/** `events void --future`: voids events received in the future because a clock was ahead. */
async function voidFuture(args: readonly string[], { data, clock, stderr }: Operation): Promise<string> {
  const { reason, board } = parsed(args, [], { future: FLAG, board: TEXT, reason: TEXT }).values;
  if (reason === undefined) throw new UsageError(`--reason TEXT is missing. ${SHOWN}`);
  const after = clock() + TOLERANCE_MS;
  const opened = await data();
  const { ask, how } = opened;
  const progress = progressOn(stderr);
  let voided = 0;
  for (const name of board === undefined ? (await everyBoard(opened)).map((known) => known.name) : [board]) {
    const ids: string[] = [];
    for await (const { events } of pagesOf((cursor?: string) => ask('ledger', { board: name, query: { cursor } })))
      ids.push(...events.filter((event) => Date.parse(event.receivedAt) > after && event.voided === null).map(({ id }) => id));
    for (let from = 0; from < ids.length; from += MOST_IN_BODY) {
      const chosen = { board: name, ids: ids.slice(from, from + MOST_IN_BODY) };
      const answer = await ask('reviseEvents', { body: { does: 'void', reason, events: chosen } });
      if (!('preview' in answer)) voided += answer.events;
      progress.say(countOf(voided, 'event'));
    }
  }
  progress.wipe();
  return `${countOf(voided, 'event')} received in the future voided ${how}.`;
}

/** The result by period: "Removed from: week of 16 Nov 2026, all time. Final, unchanged: 20 Nov 2026." */
function didWords({ does, periods }: Pick<ApiRevised, 'does' | 'periods'>): string {
  const heads = {
    changed: does === 'void' ? 'Removed from' : 'Counts again in',
    final: 'Final, unchanged',
    late: 'Too late for',
    same: does === 'void' ? 'Already voided in' : 'Already counted in',
  };
  return (['changed', 'final', 'late', 'same'] as const)
    .map((state) => [heads[state], periods.filter((period) => period.state === state).map(periodWords)] as const)
    .filter(([, words]) => words.length > 0)
    .map(([head, words]) => `${head}: ${words.join(', ')}.`)
    .join(' ');
}
