import { ENDPOINTS } from '../../contract/api.ts';
import { type ApiPayout, MOST_PAYOUTS } from '../../contract/operation/settlement-answers.ts';
import { checked, type Operation, parsed, UsageError, withData } from '../asking/command.ts';
import type { LiveData } from '../asking/live-data.ts';
import { spreadsheetLine } from '../files/csv-line.ts';
import { periodWords } from '../words/period-words.ts';

const TEXT = { type: 'string' } as const;

/** `payouts list`, `payouts export` and `payouts mark`. */
export async function payouts([action = '', ...args]: readonly string[], operation: Operation): Promise<boolean> {
  if (action === 'mark') return mark(args, operation);
  if (action !== 'list' && action !== 'export')
    throw new UsageError('Use "payouts list", "payouts export", or "payouts mark ID paid|declined|due".');
  const asked = checked(
    ENDPOINTS.payouts.query.safeParse({ ...parsed(args, [], { board: TEXT, state: TEXT }).values, limit: MOST_PAYOUTS }),
  );
  return withData(operation, async (data) => {
    let count = 0;
    if (action === 'export') operation.stdout.write(spreadsheetLine(COLUMNS));
    for await (const payout of all(data, asked)) {
      if (action === 'export') operation.stdout.write(spreadsheetLine(cellsOf(payout)));
      else operation.say(lineOf(payout));
      count += 1;
    }
    if (action === 'list' && count === 0) operation.say('No prize was won yet.');
    return true;
  });
}

async function mark(args: readonly string[], operation: Operation): Promise<boolean> {
  const { values, named } = parsed(args, ['ID', 'STATE'], { note: TEXT });
  const [id, state] = named;
  const body = checked(ENDPOINTS.markPayout.body.safeParse({ state, note: values.note }));
  return withData(operation, async (data) => {
    operation.say(lineOf(await data.ask('markPayout', { payout: id, body })));
    return true;
  });
}

async function* all(
  data: LiveData,
  asked: { readonly board?: string | undefined; readonly state?: ApiPayout['state'] | undefined; readonly limit: number },
) {
  for (let before: string | undefined; ;) {
    const { payouts: page, next } = await data.ask('payouts', { query: { ...asked, before } });
    yield* page;
    if (next === null) return;
    before = next;
  }
}

function lineOf({ id, board, kind, from, rank, prize, player, state, note }: ApiPayout): string {
  const said = note === null ? '' : `: ${note}`;
  return `${id} ${state.padEnd(8)} ${board}, ${periodWords({ kind, from })}, rank ${rank}: ${JSON.stringify(prize)} for ${player.username}${said}`;
}

const COLUMNS = ['id', 'board', 'period', 'from', 'rank', 'prize', 'username', 'display_name', 'state', 'at', 'note'];

function cellsOf({ id, board, kind, from, rank, prize, player, state, at, note }: ApiPayout): readonly string[] {
  return [id, board, kind, from, `${rank}`, prize, player.username, player.displayName, state, at, note ?? ''];
}
