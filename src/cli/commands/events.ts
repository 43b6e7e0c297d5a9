import { ENDPOINTS } from '../../contract/api.ts';
import { DEFAULT_BOARD } from '../../contract/live-source.ts';
import { pointsEventSchema } from '../../contract/points-event.ts';
import type { ApiRevised } from '../../contract/operation/operation-answers.ts';
import { TOLERANCE_MS } from '../../server/operation/clock-watch.ts';
import { checked, type Operation, parsed, UsageError, withData } from '../asking/command.ts';
import { everyBoard } from '../asking/live-data.ts';
import { doneIn, PREVIEW, PREVIEW_OPTIONS, previewIn, sayPreview } from '../asking/previews.ts';
import { countOf } from '../words/count-of.ts';
import { periodWords } from '../words/period-words.ts';
import { progressOn } from '../words/progress.ts';

/** `events post`, `events void` and `events restore`. */
export async function events([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  if (action === 'void' && args.includes('--future')) return voidFuture(args, operation);
  if (action === 'post') return post(args, operation);
  if (action !== 'void' && action !== 'restore')
    throw new UsageError(
      'Use "events post ID --player NAME --points N", "events void ID --reason TEXT" or "events restore ID --reason TEXT".',
    );
  const { values, named } = parsed(args, ['ID'], { ...PREVIEW_OPTIONS, board: { type: 'string' }, reason: { type: 'string' } });
  if (values.reason === undefined) throw new UsageError('--reason TEXT is missing. The text is shown on the player’s receipt.');
  const { board = DEFAULT_BOARD, reason } = values;
  const asked = checked(ENDPOINTS.reviseEvent.body.safeParse({ event: named[0], does: action, reason }));
  return withData(operation, async (data) => {
    if (values.preview === true) {
      sayPreview(operation, previewIn(await data.ask('reviseEvent', { board, query: PREVIEW, body: asked })));
      return true;
    }
    const revised = doneIn(await data.ask('reviseEvent', { board, query: { since: values.since }, body: asked }));
    const { event, player } = revised;
    operation.say(
      `Event "${event.id}" is ${action === 'void' ? 'voided' : 'restored'}, ${data.how}: ${countOf(event.points, 'point')} of ${player.username}.`,
    );
    operation.say(didWords(revised));
    return true;
  });
}

/** `events void --future`: every event that was received later than now, because a clock was ahead. */
async function voidFuture(args: readonly string[], operation: Operation): Promise<boolean> {
  const text = { type: 'string' } as const;
  const { reason, board } = parsed(args, [], { future: { type: 'boolean' }, board: text, reason: text }).values;
  if (reason === undefined) throw new UsageError('--reason TEXT is missing. The text is shown on the player’s receipt.');
  const after = operation.clock() + TOLERANCE_MS;
  return withData(operation, async (data) => {
    const progress = progressOn(operation.stderr);
    let voided = 0;
    for (const name of board === undefined ? (await everyBoard(data)).map((known) => known.name) : [board]) {
      for (let cursor: string | undefined, more = true; more;) {
        const page = await data.ask('ledger', { board: name, query: { cursor } });
        for (const { id } of page.events.filter((event) => Date.parse(event.receivedAt) > after && event.voided === null)) {
          await data.ask('reviseEvent', { board: name, body: { event: id, does: 'void', reason } });
          progress.say(countOf((voided += 1), 'event'));
        }
        more = page.next !== null;
        cursor = page.next ?? undefined;
      }
    }
    progress.wipe();
    operation.say(`${countOf(voided, 'event')} received in the future ${voided === 1 ? 'is' : 'are'} voided, ${data.how}.`);
    return true;
  });
}

/** Posts the points of one player by hand. */
async function post(args: readonly string[], operation: Operation): Promise<boolean> {
  const text = { type: 'string' } as const;
  const {
    values: { board = DEFAULT_BOARD, preview, since, player, points, ...rest },
    named: [id],
  } = parsed(args, ['ID'], { ...PREVIEW_OPTIONS, board: text, player: text, points: text, activity: text, at: text });
  if (player === undefined || points === undefined) throw new UsageError('--player NAME and --points N are needed.');
  const event = checked(pointsEventSchema.safeParse({ id, username: player, points: Number(points), ...rest }));
  return withData(operation, async (data) => {
    if (preview === true) {
      sayPreview(operation, previewIn(await data.ask('postByHand', { board, query: PREVIEW, body: event })));
      return true;
    }
    const report = doneIn(await data.ask('postByHand', { board, query: { since }, body: event }));
    operation.say(`Event "${id}" is posted, ${data.how}: ${countOf(report.points, 'point')} for ${report.player.username}.`);
    return true;
  });
}

/** What it did, period by period: "Taken out of: week from 2026-11-16, all time. Final and unchanged: day 2026-11-20." */
function didWords({ does, periods }: ApiRevised): string {
  const heads = {
    changed: does === 'void' ? 'Taken out of' : 'Counts again in',
    final: 'Final and unchanged',
    late: 'Came too late for',
    same: does === 'void' ? 'Taken out before' : 'Counted before',
  };
  return (['changed', 'final', 'late', 'same'] as const)
    .map((state) => [heads[state], periods.filter((period) => period.state === state).map(periodWords)] as const)
    .filter(([, words]) => words.length > 0)
    .map(([head, words]) => `${head}: ${words.join(', ')}.`)
    .join(' ');
}
