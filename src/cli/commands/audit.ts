import type { ApiAuditEntry } from '../../contract/operation/audit.ts';
import { ENDPOINTS } from '../../contract/api.ts';
import { entrySchema } from '../../contract/audit-endpoints.ts';
import { checked, type Command, numberIn, parsed, TEXT, UsageError } from '../asking/command.ts';
import { asking } from '../asking/endpoint-command.ts';
import { momentWords } from '../../contract/parts/time-words.ts';

/** `audit`: the audit log, newest first. */
export const audit: Command = async (args, { data, say, stderr }) => {
  const { values } = parsed(args, [], { board: TEXT, player: TEXT, act: TEXT, before: TEXT, limit: TEXT });
  const asked = { ...values, before: numberIn(values.before), limit: numberIn(values.limit) };
  const { board, player, act, before, limit } = checked(ENDPOINTS.audit.query, asked);
  const query = { board, player, act, before, limit };
  const { entries, next } = await (await data()).ask('audit', { query });
  for (const entry of entries) say(lineOf(entry));
  if (next !== null) stderr.write(`For older entries, add --before ${next}\n`);
};

function lineOf({ number, at, by, act, board, player, subject, before, after, reason, undoes, undoneBy }: ApiAuditEntry): string {
  const who = {
    person: `operator ${JSON.stringify(by.name)}`,
    key: `key ${JSON.stringify(by.name)}`,
    command: `user ${JSON.stringify(by.name)}`,
    server: 'the server',
  }[by.kind];
  const about = [
    ...(board === null ? [] : [`on "${board}"`]),
    ...(player === null ? [] : [`player ${JSON.stringify(player.username)}`]),
    ...(subject === null ? [] : [JSON.stringify(subject)]),
    ...(before === null ? [] : [`before ${JSON.stringify(before)}`]),
    ...(after === null ? [] : [`after ${JSON.stringify(after)}`]),
    ...(reason === null ? [] : [`reason ${JSON.stringify(reason)}`]),
    ...(undoes === null ? [] : [`undoes ${undoes}`]),
    ...(undoneBy === null ? [] : [`undone by ${undoneBy}`]),
  ];
  return `${String(number).padStart(6)}  ${momentWords(at, 'second')}  ${act.padEnd(14)} by ${who}${about.length === 0 ? '' : `: ${about.join(', ')}`}`;
}

/** `undo`: undoes an entry of the audit log. */
export const undo = asking('undoAct', {
  args: ['NUMBER'],
  asked([typed]) {
    if (!entrySchema.safeParse(typed).success) throw new UsageError('NUMBER must be the number of an audit entry, as printed by "audit".');
    return { entry: typed };
  },
  says: ({ entry: { act, number } }, { how }, [entry]) => `Entry ${entry} undone ${how}: ${act}. To undo that in turn: undo ${number}`,
});
