import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SCORING_RULES } from '../domain/scoring.ts';
import { UNITS } from '../domain/units/unit.ts';
import { Problem } from '../server/http/problem.ts';
import { settledPlace } from '../server/operation/data-place.ts';
import { parseLiveSettings } from '../server/operation/live-settings.ts';
import { appearance } from './appearance.ts';
import { boards } from './boards.ts';
import { catalogue } from './catalogue.ts';
import { type Command, type Io, UsageError } from './command.ts';
import { events } from './events.ts';
import { importPoints } from './import-points.ts';
import { imports } from './imports.ts';
import { keys } from './keys.ts';
import { move } from './move.ts';
import { periods } from './periods.ts';
import { players } from './players.ts';
import { rebuild } from './rebuild.ts';

const HELP = `Usage: laurels COMMAND

  import FILE [--board B] [--skip-bad]   Import points from a CSV file with the columns
                                         id,at,username,display_name,points,activity,avatar
                                         (id, username and points are required). If a row is bad, nothing
                                         is imported, unless --skip-bad. If interrupted, run it again.
                                         --any-date takes events of 1970-01-01T00:00:00Z too, which is
                                         otherwise refused as a time that was never set
  keys list                              List the API keys: what each may do, until when, and when it was last used
  keys add NAME [--scope SCOPE]          Make a key and print it, only once. Scopes: read, write (default), admin
                                         --expires 2027-01-31 (when that day begins in UTC), or 12h, 90d, 4w
                                         A key with scope write may be bound:
                                         --board B (again for more)  --max-points N (of one event)
                                         --no-negative  --no-rename (names of known players stay)
  keys revoke NAME                       End a key at once
  boards list                            List the boards
  boards add NAME [--title T]            Make a board. --scoring ${SCORING_RULES.join('|')}  --direction high|low
                                         --time-zone ZONE  --week-start DAY (monday to sunday, or 1 to 7)
                                         --unit ${UNITS.join('|')}, or your own words: coin,coins
                                         (time counts milliseconds, distance millimetres)
  boards set NAME [--title T] [--unit U] Change the title or the unit of a board
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
  events void ID --reason TEXT           Take an event out of all results that are not final. --board B
                                         The reason is shown on the player's receipt
  events restore ID --reason TEXT        Count it again. --board B
  periods reopen BOARD KIND DATE --reason TEXT
                                         Open the latest closed daily, weekly or monthly period again, for an hour
  imports list                           List the imports that are under way or were interrupted
  imports drop ID                        End one: the periods that it held open become final
  rebuild                                Count all events again and compare with the standings
  move --to PLACE                        Copy everything to an empty database (postgres://user:password@host/name) or to
                                         a new folder, prove both and compare them. Stop the servers first. If
                                         interrupted, run it again
  --help                                 Show this help
  --version                              Show the version

The data is in the folder LAURELS_DATA (default ./data), or in the database LAURELS_DATABASE. Every command works
whether servers run or not, except "rebuild" of a folder: stop the server first.`;

const COMMANDS = new Map<string, Command>(
  Object.entries({ import: importPoints, keys, boards, catalogue, appearance, players, events, periods, imports, rebuild, move }),
);

/**
 * Does what an operator typed.
 * @returns the exit code. 0: done; 1: not done, and why is on standard error; 2: not a command.
 */
export async function run([name, ...args]: readonly string[], io: Io): Promise<0 | 1 | 2> {
  const say = (line: string) => void io.stdout.write(`${line}\n`);
  try {
    if (name === undefined || name === 'help' || name === '--help' || name === '-h' || args.includes('--help')) {
      say(HELP);
      return 0;
    }
    if (name === '--version' || name === '-v') {
      say(version());
      return 0;
    }
    const settings = parseLiveSettings(io.env);
    const command = COMMANDS.get(name);
    if (command === undefined) throw new UsageError(`There is no command "${name}".`);
    return (await command(args, { ...io, place: settledPlace(settings.data, io.cwd), settings, say })) ? 0 : 1;
  } catch (error) {
    const said = saidOf(error);
    const isUsage = UsageError.is(error);
    io.stderr.write(isUsage ? `${said}\n"laurels --help" lists the commands.\n` : `${said}\n`);
    return isUsage ? 2 : 1;
  }
}

/** Why something was not done; which field breaks which rule, as the server would say it. */
function saidOf(error: unknown): string {
  if (error instanceof Problem) return [error.message, ...error.faults.map(({ field, rule }) => `${field} ${rule}`)].join(' ');
  return error instanceof Error ? error.message : String(error);
}

/** Of this program. */
function version(): string {
  const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
