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
import { systemUser } from './asking/system-user.ts';

const help = () => `Usage: laurels [COMMAND]

  serve                                  Start the server, as without a command. All settings are environment variables
  --demo                                 Start it with a simulated game, on a temporary folder
  import FILE [--board B] [--skip-bad]   Import points from a CSV file with the columns
                                         id,at,username,display_name,points,activity,avatar
                                         (id, username and points are required), or from a .jsonl file with
                                         one event per line. A bad row aborts the import, unless --skip-bad.
                                         If interrupted, run it again. --any-date also accepts events at
                                         1970-01-01T00:00:00Z, normally refused as a time that was never set
  import FILE --map MAPPING              Import a CSV, .json or .jsonl file of another service, by a JSON file that
                                         maps its columns: docs/moving.md has examples
  import FILE.tar.gz                     Import an archive of "export everything" into the empty folder LAURELS_DATA or
                                         database LAURELS_DATABASE. If interrupted, run it again
  export everything FILE.tar.gz          Export everything at one moment, even while servers run: for people as CSV and
                                         JSON, and to run elsewhere with "import". Keep it private
  export events [--board B]              Print all events except voided ones, in the format of import. --format csv|jsonl
  export standings KIND [--board B]      Print the daily, weekly, monthly or all-time ranking. --format csv|jsonl
                                         --at DAY: the period that contains this day
  export finals KIND [--board B]         Print final ranks of all closed days, weeks or months. --format csv|jsonl
  keys list                              List API keys with role, bounds, expiry and last use
  keys add NAME [--role ROLE]            Create a key and print it, once. Roles: read, play, write (default), viewer,
                                         moderator, operator, owner
                                         --expires 2027-01-31 (start of the day, UTC), or 12h, 90d, 4w
                                         Bounds for role write: --board B (repeatable)  --max-points N (per event)
                                         --no-negative  --no-rename
                                         Role play is for games without a server, and public: --board B  --origin
                                         https://play.example (a web site that may use it, repeatable)
                                         --guests N  --plays N (per hour, over all players)
  keys revoke NAME                       Revoke a key
  operators list                         List operators with role and last activity
  operators invite --role ROLE           Print an invitation link that works once. Roles: viewer, moderator, operator, owner
                                         --name NAME  --hours N (lifetime; default 0.5, at most 168)
                                         --for NAME: add a passkey for an existing operator, e.g. for a lost device
  operators remove NAME [--revoke-keys]  Remove an operator and sign them out everywhere
  boards list                            List boards
  boards add NAME [--title T]            Create a board. --scoring ${SCORING_RULES.join('|')}  --direction high|low
                                         --time-zone ZONE  --week-start DAY (monday to sunday, or 1 to 7)
                                         --private (readable only with a key)
                                         --unit ${UNITS.join('|')}, or your own words: coin,coins
                                         (time is in milliseconds, distance in millimetres; time defaults to
                                         the best event, low first)  --group G: list it with others
                                         --copy OTHER: like another, with its limits and prizes, without points
  boards set NAME [--title T] [--unit U] Change a board. --group G ("" for none)
                                         --private: readable only with a key of role read or more
                                         --public: readable by everyone
  boards limits NAME                     Print a board's limits, or set them: --event N  --hour N  --day N
                                         (points per event, and per player and hour or day)
                                         --history N (times the player's best day), or "none" to remove one
                                         --names on|off (new names that look like another player's)
                                         Plays of public keys: --play-seconds N (at least)  --play-rate N (points per
                                         second)  --play-hour N  --play-day N (plays per player)
                                         --play-podium on|off (review plays that reach the podium)
                                         --challenge on|off (a daily challenge, with --play-day attempts)
                                         --replays N (kept of a day's best players, 0 to 100)
                                         Points over a limit are on hold until accepted. Imports are exempt
  boards archive NAME                    Archive a board: it leaves lists and searches and refuses points; its pages
                                         still work
  boards restore NAME                    Unarchive a board
  boards remove NAME                     Delete a board that never had points
  catalogue show                         Print activities, tournaments, achievements and prizes as JSON
  catalogue set FILE                     Replace them from a JSON file, all or nothing
  appearance show                        Print the game's name, logo, colour and so on as JSON
  appearance set FILE                    Replace them from a JSON file, all or nothing
  appearance unset                       Reset the appearance to the defaults
  players hide NAME                      Hide a player from all open rankings and searches
  players remove NAME --reason TEXT      Hide a player, and show the reason on their page
  players show NAME                      Show a player again, with all their points
                                         All three also take several names
  players ban NAME --reason TEXT         Remove a player, reject their points on hold, and void their events since
                                         --void-from TIME (default: none)
  players list-hidden                    List hidden and removed players
  players rename NAME NEW-NAME           Change a username. --display-name TEXT: change the display name, too
  players merge NAME into OTHER          Move the points of NAME to OTHER, except in final results
  players erase NAME --yes               Permanently erase a player. Points and ranks stay, as "Erased player"
  players export NAME                    Print everything stored about a player, with all events, as JSON
  privacy show                           Print what visitors see of players' events
  privacy set all|by-day|none            Show visitors all events behind a total, daily totals, or neither
  events post ID --player NAME --points N
                                         Post points by hand, with an audit entry. Idempotent by ID. --board B
                                         --activity TEXT  --at 2026-01-31T12:00:00Z (default: now)
  events void ID --reason TEXT           Void an event in all results that are not final. --board B
                                         The reason is shown on the player's receipt
  events void FILTERS --reason TEXT      Void all events that match, up to 10,000, with one entry and one undo: first a
                                         preview, then add --yes. --board B  --player NAME  --key NAME  --author A
                                         --import ID  --activity TEXT  --from TIME  --until TIME
                                         events restore takes the same filters
  events void --future --reason TEXT     Void all events received in the future because a clock was ahead.
                                         --board B (default: all boards)
  events restore ID --reason TEXT        Restore a voided event. --board B
  held list [--board B] [--state S]      List points on hold: waiting (default), accepted or rejected
  held accept ID                         Accept points; they count in every period still open
  held reject ID --reason TEXT           Reject points. You can still accept them later
                                         Both also take several IDs, or --board B and --player NAME
  periods review BOARD [MINUTES]         Print how long results with prizes stay provisional, and which are. With
                                         MINUTES (0 to 43200, thirty days), set it
  periods reopen BOARD KIND DATE --reason TEXT
                                         Reopen the latest closed daily, weekly or monthly period for an hour
  payouts list [--board B] [--state S]   List prizes won. States: due, paid, declined
  payouts export [--board B] [--state S] Print the same as CSV
  payouts mark ID STATE [--note TEXT]    Mark a payout as paid or declined, or as due to correct a mistake
  payouts paid|declined|due ID...        Mark several payouts, by ID or by --board B and --player NAME. --note TEXT
  rehearse BOARD KIND                    Preview final results if the daily, weekly or monthly period ended now:
                                         winners, players left out, webhooks, next period ends and clock changes.
                                         Changes nothing
  players hide|remove|show|merge, events post|void|restore, held accept, periods reopen and undo also take
    --preview                            Change nothing, and print which ranks, podiums and prizes would change
    --since TOKEN                        Go ahead only if the preview that printed this still holds
  Commands for many items, and players ban, print a preview first; add --yes or its --since TOKEN to go ahead
  imports list                           List running and interrupted imports
  imports drop ID                        Cancel an import; periods that it held open become final
  webhooks list                          List webhooks with their events and queues
  webhooks add NAME URL                  Add a webhook and print its public key. --discord for a Discord channel
                                         --event E (repeatable; default: all):
                                         ${WEBHOOK_EVENT_TYPES.slice(0, 3).join(', ')},
                                         ${WEBHOOK_EVENT_TYPES.slice(3).join(', ')}
                                         --board B  --period daily|weekly|monthly|all-time (repeatable)
  webhooks test NAME [--message EVENT]   Send a test message, or a sample
  webhooks log NAME [--state STATE]      List deliveries: waiting, delivered, failed or superseded
  webhooks redeliver NAME [ID]           Resend one delivery, or all that failed
  webhooks on NAME, webhooks off NAME    Turn a webhook on or off
  webhooks rotate NAME                   Rotate the signing key. The old key also signs for a day
  webhooks remove NAME                   Remove a webhook and its queue
  backup [TO]                            Back up to one file, even while the server runs, and verify it. TO is a new
                                         file or a folder; by default the server's backup folder or, without a
                                         server, LAURELS_BACKUP_FOLDER
  backups list                           List the running server's backups: time, size, and whether verified
  restore FILE                           Verify a backup and restore it to the folder LAURELS_DATA, which must be empty.
                                         To inspect one: LAURELS_DATA=elsewhere laurels restore FILE
  audit [--board B] [--player NAME] [--act ACT]
                                         Print the audit log, newest first. --before N  --limit N
  undo NUMBER                            Undo the audit entry with this number, unless later changes conflict
  doctor                                 Check the data, and print a fix for each problem. Changes nothing;
                                         exit code 1 if there are problems
  rebuild                                Replay all events and compare with the standings
  restored                               Run after restoring PostgreSQL from a backup, so that browsers discard newer
                                         data. Stop the servers first
  move --to PLACE                        Copy everything to an empty database (postgres://user:password@host/name) or
                                         a new folder, and compare. Stop the servers first. If interrupted, run it
                                         again
${helpOfActs()}  --help                                 Show this help
  --version                              Show the version

The data is in the folder LAURELS_DATA (default ./data) or the database LAURELS_DATABASE. Commands work whether
servers are running or not, except "rebuild" of a folder, "restored" and "move": stop the servers first.`;

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
 * Runs a command line.
 * @returns the exit code. 0: success; 1: failure, with the reason on standard error; 2: usage error.
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
    if (command === undefined) throw new UsageError(`Unknown command "${name}".`);
    place = settledPlace(settings.data, io.cwd);
    const surroundings = { ...io, place, settings, say };
    return (await actAs({ kind: 'command', name: systemUser(), id: null }, () => isDone(command, args, surroundings))) ? 0 : 1;
  } catch (error) {
    const said = saidOf(place?.kind === 'folder' ? withSqliteAdvice(error, place.folder) : error);
    io.stderr.write(`${said}\n`);
    if (!UsageError.is(error)) return 1;
    const usage = help()
      .split('\n')
      .filter((line) => line.startsWith(`  ${name} `));
    io.stderr.write([...usage, '"laurels --help" lists the commands.\n'].join('\n'));
    return 2;
  }
}

/** Runs a command, prints its output, and always closes the data. */
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

/** The error message, with the invalid fields. */
function saidOf(error: unknown): string {
  if (error instanceof Problem) return [error.message, ...error.faults.map(({ field, rule }) => `${field} ${rule}`)].join(' ');
  const { code, path } = error as NodeJS.ErrnoException;
  const advised = path === undefined || code === 'ENOENT' ? error : withAdvice(error, path);
  return advised instanceof Error ? advised.message : String(advised);
}
