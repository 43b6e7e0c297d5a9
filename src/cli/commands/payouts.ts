import { type AnswerTo, ENDPOINTS } from '../../contract/api.ts';
import { MOST_PAYOUTS, type PayoutState } from '../../contract/operation/settlement.ts';
import { checked, type Command, commandsOf, FLAG, type Operation, parsed, TEXT } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { pagesOf } from '../asking/live-data.ts';
import { confirmed, itemsIn, selectionIn } from '../asking/many.ts';
import { spreadsheetLine } from '../../contract/files/csv.ts';
import { countOf } from '../words/count-of.ts';
import { periodWords } from '../../contract/parts/time-words.ts';

/** The filters that `payouts paid` takes instead of IDs. */
const FILTERS = { board: TEXT, player: TEXT } as const;

export const payouts: Command = commandsOf({
  async list(args, operation) {
    let count = 0;
    for await (const { payouts } of await pagesIn(args, operation)) {
      for (const payout of payouts) operation.say(lineOf(payout));
      count += payouts.length;
    }
    return count === 0 ? 'No payouts.' : [];
  },
  async export(args, operation) {
    const pages = await pagesIn(args, operation);
    operation.stdout.write(spreadsheetLine(COLUMNS));
    for await (const { payouts } of pages) for (const payout of payouts) operation.stdout.write(spreadsheetLine(cellsOf(payout)));
  },
  mark: asking('markPayout', {
    args: ['ID', 'STATE'],
    options: { note: TEXT },
    asked: ([payout, state], { note }) => ({ payout, body: { state, note } }),
    says: lineOf,
  }),
  paid: markingMany('paid'),
  declined: markingMany('declined'),
  due: markingMany('due'),
});

/** Marks several payouts, by ID or by filters. */
function markingMany(state: PayoutState): Command {
  return (args, operation) => {
    const { items } = itemsIn(args, FILTERS);
    const command = asking('markPayouts', {
      args: items.map(() => 'ID'),
      options: { ...FILTERS, note: TEXT, yes: FLAG },
      asked: (ids: readonly string[], { board, player, note }: Readonly<Record<string, string | boolean | undefined>>) => ({
        body: { state, note, payouts: selectionIn(ids, { board, player }) },
      }),
      says: ({ payouts: count, entry }, { how }) => `${countOf(count, 'prize')} marked as ${state} ${how}. To undo it: undo ${entry}`,
    });
    return confirmed(command)(args, operation);
  };
}

async function pagesIn(args: readonly string[], { data }: Operation) {
  const typed = parsed(args, [], { board: TEXT, state: TEXT }).values;
  const asked = checked(ENDPOINTS.payouts.query, { ...typed, limit: MOST_PAYOUTS });
  const { ask } = await data();
  return pagesOf((before?: string) => ask('payouts', { query: { ...asked, before } }));
}

function lineOf({ id, board, kind, from, rank, prize, player, state, note }: AnswerTo<'payout'>): string {
  const said = note === null ? '' : `: ${note}`;
  return `${id} ${state.padEnd(8)} ${board}, ${periodWords({ kind, from })}, rank ${rank}: ${JSON.stringify(prize)} for ${player.username}${said}`;
}

const COLUMNS = ['id', 'board', 'period', 'from', 'rank', 'prize', 'username', 'display_name', 'state', 'at', 'note'];

function cellsOf({ id, board, kind, from, rank, prize, player, state, at, note }: AnswerTo<'payout'>): readonly string[] {
  return [id, board, kind, from, `${rank}`, prize, player.username, player.displayName, state, at, note ?? ''];
}
