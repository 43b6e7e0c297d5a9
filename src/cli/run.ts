import { WEBHOOK_EVENT_TYPES } from '../contract/operation/webhooks.ts';
import { SCORING_RULES } from '../domain/scoring.ts';
import { UNITS } from '../domain/units/unit.ts';
import { Problem } from '../server/http/problem.ts';
import { programVersion } from '../server/operation/this-process.ts';
import { type DataPlace, settledPlace } from '../server/operation/data-place.ts';
import { parseLiveSettings } from '../server/operation/live-settings.ts';
import { withAdvice, withSqliteAdvice } from '../server/store/sqlite/file/disk-advice.ts';
import { actAs } from '../server/store/acting.ts';
import { audit, undo } from './commands/audit.ts';
import { appearance } from './commands/appearance.ts';
import { backup, backups, restore, restored } from './commands/folder/backup.ts';
import { boards } from './commands/boards.ts';
import { catalogue } from './commands/catalogue.ts';
import { type Command, type Io, type Operation, UsageError } from './asking/command.ts';
import { doctor, rebuild } from './commands/folder/doctor.ts';
import { events } from './commands/events.ts';
import { exported } from './commands/folder/export.ts';
import { importPoints } from './commands/folder/import-points.ts';
import { held } from './commands/held.ts';
import { imports } from './commands/imports.ts';
import { keys } from './commands/keys.ts';
import { move } from './commands/folder/move.ts';
import { operators } from './commands/operators.ts';
import { payouts } from './commands/payouts.ts';
import { periods } from './commands/periods.ts';
import { players } from './commands/players.ts';
import { privacy } from './commands/privacy.ts';
import { rehearse } from './commands/rehearse.ts';
import { webhooks } from './commands/webhooks.ts';
import { commandOfAct, helpOfActs } from './asking/act-command.ts';
import { type LiveData, openLiveData } from './asking/live-data.ts';
import { DoneUnheard } from './asking/server-asking.ts';
import { systemUser } from './asking/system-user.ts';

const help = () => `Usage: laurels COMMAND

  serve                                  Start the server. Every setting is an environment variable
  import FILE [--board B] [--skip-bad]   Import points from a CSV file with the columns
                                         id,at,username,display_name,points,activity,avatar
                                         (id, username and points are required). If a row is bad, nothing
                                         is imported, unless --skip-bad. If interrupted, run it again.
                                         --any-date takes events of 1970-01-01T00:00:00Z too, which is
                                         otherwise refused as a time that was never set
                                         A file called .jsonl has one event in JSON on each line
  export events [--board B]              Print all events of a board, as a file that import takes. --format csv|jsonl
                                         Voided ones are left out
  export standings KIND [--board B]      Print a daily, weekly, monthly or all-time ranking. --format csv|jsonl
                                         --at DAY: of the period with that day
  export finals KIND [--board B]         Print the final ranks of all closed days, weeks or months. --format csv|jsonl
  keys list                              List the API keys: what each may do, until when, and when it was last used
  keys add NAME [--role ROLE]            Make a key and print it, only once. Roles: read, write (default), viewer,
                                         moderator, operator, owner
                                         --expires 2027-01-31 (when that day begins in UTC), or 12h, 90d, 4w
                                         A key with role write may be bound:
                                         --board B (again for more)  --max-points N (of one event)
                                         --no-negative  --no-rename (names of known players stay)
  keys revoke NAME                       End a key at once
  operators list                         List the people who operate the site: their roles, and when they were last seen
  operators invite --role ROLE           Print a link by which somebody joins, once. Roles: viewer, moderator, operator, owner
                                         --name NAME  --hours N (good for so long; half an hour unless given, 168 at most)
                                         --for PERSON: another passkey for somebody who joined, such as for a lost device
  operators remove NAME [--revoke-keys]  Remove somebody, and sign them out everywhere
  boards list                            List the boards
  boards add NAME [--title T]            Make a board. --scoring ${SCORING_RULES.join('|')}  --direction high|low
                                         --time-zone ZONE  --week-start DAY (monday to sunday, or 1 to 7)
                                         --private (read with a key alone)
                                         --unit ${UNITS.join('|')}, or your own words: coin,coins
                                         (time counts milliseconds, distance millimetres; unless you say otherwise,
                                         the best time counts, and low comes first)
  boards set NAME [--title T] [--unit U] Change the title or the unit of a board. --private: only who shows a key of
                                         role read or more may read it. --public: everybody may
  boards limits NAME                     Say what a board takes without a look, and set it: --event N  --hour N  --day N
                                         (points of one event, of a player in an hour, in a day)
                                         --history N (times the player's best day before), or "none" for any.
                                         --names on|off (new names that look like another player's)
                                         What exceeds is held: it counts once you accept it. Imports are not held
  boards archive NAME                    Take a board out of all lists and searches. It takes no more points,
                                         keeps what it has, and its pages still answer
  boards restore NAME                    Bring it back
  boards remove NAME                     Remove a board that never had points
  catalogue show                         Print activities, tournaments, achievements and prizes as JSON
  catalogue set FILE                     Replace them all from a JSON file. If any part is bad, nothing changes
  appearance show                        Print which game the site is for, as JSON: its name, its colour and more
  appearance set FILE                    Set it from a JSON file. If any part is bad, nothing changes
  appearance unset                       Make the site as it was before anything was set
  players hide NAME                      Take a player out of every open ranking, and show them nowhere
  players remove NAME --reason TEXT      The same, and give the reason on the player's page
  players show NAME                      Show the player again, with all their points
  players list-hidden                    List the players who are hidden or removed
  players rename NAME NEW-NAME           Give a player another username. --display-name TEXT changes the name that is shown
  players merge NAME into OTHER          For somebody with two names: count the points of NAME for OTHER in all results that
                                         are not final. NAME then has none in them
  players erase NAME --yes               Forget who a player was, for ever. Points and ranks stay, of an "Erased player"
  players export NAME                    Print everything that is kept about a player, all events included, as JSON
  privacy show                           Print what visitors may see of players' events
  privacy set all|by-day|none            Show visitors each event behind a total, only what each day added up to, or neither
  events post ID --player NAME --points N
                                         Post points by hand; the audit log has it. The same ID counts once. --board B
                                         --activity TEXT  --at 2026-01-31T12:00:00Z (now unless given)
  events void ID --reason TEXT           Take an event out of all results that are not final. --board B
                                         The reason is shown on the player's receipt
  events void --future --reason TEXT     The same with every event received in the future, by a clock that was ahead.
                                         --board B; of all boards unless given
  events restore ID --reason TEXT        Count it again. --board B
  held list [--board B] [--state S]      List the points that are held: waiting (unless you name it), accepted or rejected
  held accept ID                         Count them, in the periods of their own time that are not final
  held reject ID --reason TEXT           Say that they are not to count. They can be accepted later
  periods review BOARD [MINUTES]         How long results with prizes stay provisional before they are final, and which
                                         results are provisional now. With MINUTES (0 to 43200, thirty days), set it
  periods reopen BOARD KIND DATE --reason TEXT
                                         Open the latest closed daily, weekly or monthly period again, for an hour
  payouts list [--board B] [--state S]   List the prizes that were won: who, which, and whether it is due, paid or declined
  payouts export [--board B] [--state S] The same as CSV
  payouts mark ID STATE [--note TEXT]    Note that a prize is paid or declined, or due again after a mistake
                                         ID is the first word of a line of the list; S and STATE: due, paid or declined
  rehearse BOARD KIND                    If the daily, weekly or monthly period ended now: who wins what, who is left
                                         out and why, which webhooks are told, when the next periods end, and which ones
                                         of a year are shorter or longer because clocks change. Changes nothing
  players hide|remove|show|merge, events post|void|restore, held accept, periods reopen and undo also take
    --preview                            Change nothing, and say who would move and whether a podium or a prize changes
    --since TOKEN                        Do it only if the preview that printed this is still right
  imports list                           List the imports that are under way or were interrupted
  imports drop ID                        End one: the periods that it held open become final
  webhooks list                          List who is told what happens, and what waits for them
  webhooks add NAME URL                  Tell a server of yours, and print the key to check messages with; with --discord
                                         a Discord channel. --event E (again for more; all unless given):
                                         ${WEBHOOK_EVENT_TYPES.slice(0, 3).join(', ')},
                                         ${WEBHOOK_EVENT_TYPES.slice(3).join(', ')}
                                         --board B  --period daily|weekly|monthly|all-time (again for more)
  webhooks test NAME                     Send a test message
  webhooks log NAME [--state STATE]      List what was sent, and what came of it: waiting, delivered, failed or superseded
  webhooks redeliver NAME [ID]           Send one delivery again, or all that failed
  webhooks on NAME, webhooks off NAME    Switch one on or off
  webhooks rotate NAME                   Sign with a new key. For a day the old one signs too
  webhooks remove NAME                   Remove one, with all that waits for it
  backup [TO]                            Make a backup in one file, also while the server runs, and fold it to prove
                                         it. TO is a new file or a folder; without it the server that runs makes it
                                         where it makes its own; if none runs, LAURELS_BACKUP_FOLDER says where
  backups list                           List the backups of the server that runs: when, how large, and whether checked
  restore FILE                           Bring a backup back into the folder LAURELS_DATA, which must have no data. It is
                                         proved first. To look at one: LAURELS_DATA=elsewhere laurels restore FILE
  audit [--board B] [--player NAME] [--act ACT]
                                         Tell who did what, when and why, newest first. --before N  --limit N
  undo NUMBER                            Take back what an entry of the audit log tells: do its opposite, if what it did
                                         was not changed since. NUMBER is the first word of a line of "audit"
  doctor                                 Say what is wrong with the data folder, and the command that mends it. Changes
                                         nothing; the exit code is 1 if something is wrong
  rebuild                                Count all events again and compare with the standings
  restored                               Say that a PostgreSQL database was restored from a backup: what visitors
                                         saw of the time after it counts no more. Stop the servers first
  move --to PLACE                        Copy everything to an empty database (postgres://user:password@host/name) or to
                                         a new folder, prove both and compare them. Stop the servers first. If
                                         interrupted, run it again
${helpOfActs()}  --help                                 Show this help
  --version                              Show the version

The data is in the folder LAURELS_DATA (default ./data), or in the database LAURELS_DATABASE. Every command works
whether servers run or not, except "rebuild" of a folder, "restored" and "move": stop the servers first.`;

const COMMANDS = new Map<string, Command>(
  Object.entries({
    import: importPoints,
    export: exported,
    keys,
    boards,
    catalogue,
    appearance,
    players,
    events,
    periods,
    rehearse,
    held,
    payouts,
    privacy,
    imports,
    webhooks,
    operators,
    backup,
    backups,
    restore,
    doctor,
    audit,
    undo,
    rebuild,
    restored,
    move,
  }),
);

/**
 * Does what an operator typed.
 * @returns the exit code. 0: done; 1: not done, and why is on standard error; 2: not a command.
 */
export async function run([name, ...args]: readonly string[], io: Io): Promise<0 | 1 | 2> {
  const say = (line: string) => void io.stdout.write(`${line}\n`);
  let place: DataPlace | undefined;
  try {
    if (name === undefined || name === 'help' || name === '--help' || name === '-h' || args.includes('--help')) {
      say(help());
      return 0;
    }
    if (name === '--version' || name === '-v') {
      say(programVersion());
      return 0;
    }
    const settings = parseLiveSettings(io.env);
    for (const sentence of settings.misspelt) io.stderr.write(`${sentence}\n`);
    const command = commandOfAct([name, ...args]) ?? COMMANDS.get(name);
    if (command === undefined) throw new UsageError(`There is no command "${name}".`);
    place = settledPlace(settings.data, io.cwd);
    const surroundings = { ...io, place, settings, say };
    return (await actAs({ kind: 'command', name: systemUser(), id: null }, () => isDone(command, args, surroundings))) ? 0 : 1;
  } catch (error) {
    if (error instanceof DoneUnheard) {
      say(error.message);
      return 0;
    }
    const said = saidOf(place?.kind === 'folder' ? withSqliteAdvice(error, place.folder) : error);
    const isUsage = UsageError.is(error);
    io.stderr.write(isUsage ? `${said}\n"laurels --help" lists the commands.\n` : `${said}\n`);
    return isUsage ? 2 : 1;
  }
}

/** Does a command, prints what it says, and lets go of the data whatever happens. */
async function isDone(command: Command, args: readonly string[], io: Omit<Operation, 'data'>): Promise<boolean> {
  let opened: Promise<LiveData> | undefined;
  const log = (text: string) => void io.stderr.write(`${text}\n`);
  const data: Operation['data'] = (ifNone = 'refuse') => (opened ??= openLiveData({ ...io, ifNone, log }));
  try {
    const said = await command(args, { ...io, data });
    if (typeof said === 'boolean') return said;
    for (const line of [said ?? []].flat()) io.say(line);
    return true;
  } finally {
    await (await opened)?.close();
  }
}

/** Why something was not done; which field breaks which rule, as the server would say it. */
function saidOf(error: unknown): string {
  if (error instanceof Problem) return [error.message, ...error.faults.map(({ field, rule }) => `${field} ${rule}`)].join(' ');
  const { code, path } = error as NodeJS.ErrnoException;
  const advised = path === undefined || code === 'ENOENT' ? error : withAdvice(error, path);
  return advised instanceof Error ? advised.message : String(advised);
}
