import { ENDPOINTS } from '../../contract/api.ts';
import { doneIn, PREVIEW, PREVIEW_OPTIONS, previewIn, sayPreview } from '../asking/previews.ts';
import { checked, type Operation, parsed, UsageError, withData } from '../asking/command.ts';
import { countOf } from '../words/count-of.ts';
import { periodWords } from '../words/period-words.ts';

/** `periods review` and `periods reopen`. */
export async function periods([action, ...args]: readonly string[], operation: Operation): Promise<boolean> {
  if (action === 'review') return review(args, operation);
  if (action !== 'reopen') throw new UsageError('Use "periods review BOARD [MINUTES]" or "periods reopen BOARD KIND DATE --reason TEXT".');
  const { values, named } = parsed(args, ['BOARD', 'KIND', 'DATE'], { ...PREVIEW_OPTIONS, reason: { type: 'string' } });
  if (values.reason === undefined) throw new UsageError('--reason TEXT is missing. The text is kept.');
  const [board, period, date] = named;
  const asked = checked(ENDPOINTS.reopenPeriod.body.safeParse({ period, date, reason: values.reason }));
  return withData(operation, async (data) => {
    if (values.preview === true) {
      sayPreview(operation, previewIn(await data.ask('reopenPeriod', { board, query: PREVIEW, body: asked })));
      return true;
    }
    const {
      period: opened,
      from,
      finalAt,
    } = doneIn(await data.ask('reopenPeriod', { board, query: { since: values.since }, body: asked }));
    operation.say(`Open again on "${board}", ${data.how}: ${periodWords({ kind: opened.kind, from })}.`);
    operation.say(`Its results become final at ${finalAt}, unless an import holds it open.`);
    return true;
  });
}

async function review([board, minutes, ...more]: readonly string[], operation: Operation): Promise<boolean> {
  const [name] = parsed(
    [board, ...more].filter((arg) => arg !== undefined),
    ['BOARD'],
  ).named;
  const setting =
    minutes === undefined
      ? undefined
      : checked(ENDPOINTS.setReview.body.safeParse({ reviewMinutes: /^\d{1,9}$/.test(minutes) ? Number(minutes) : minutes }));
  return withData(operation, async (data) => {
    const { reviewMinutes, provisional } = await (setting === undefined
      ? data.ask('review', { board: name })
      : data.ask('setReview', { board: name, body: setting }));
    operation.say(
      reviewMinutes === 0
        ? `Results of "${name}" are final as soon as a period is closed: no time of review is set.`
        : `Results of "${name}" in which something can be won are under review for ${countOf(reviewMinutes, 'minute')}.`,
    );
    for (const { period, from, finalAt } of provisional)
      operation.say(`Provisional: ${periodWords({ kind: period.kind, from })}, final at ${finalAt}.`);
    return true;
  });
}
