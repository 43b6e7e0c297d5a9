#!/usr/bin/env node
// The commands an operator types. Exit code 0: done; 1: not done, and why is on standard error; 2: not a command.
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

import { ENDPOINTS } from '../contract/api.ts';
import { type Scope, SCOPES } from '../contract/endpoint.ts';
import type { PlayerVisibility } from '../contract/game-answers.ts';
import { DEFAULT_BOARD } from '../contract/live-source.ts';
import { boardNameSchema } from '../contract/text-rules.ts';
import { ApiKeys } from '../server/operation/api-keys.ts';
import { ImportHolds } from '../server/operation/import-holds.ts';
import { type LiveSettings, parseLiveSettings } from '../server/operation/live-settings.ts';
import { runningServer } from '../server/operation/running-server.ts';
import { faultsOf } from '../server/http/schema-faults.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { readCatalogueFile } from './catalogue-file.ts';
import { importPoints } from './import-points.ts';
import { type LiveData, openLiveData } from './live-data.ts';

const HELP = `Usage: laurels COMMAND

  import FILE [--board B] [--skip-bad]   Import points from a CSV file with the columns
                                         id,at,username,display_name,points,activity,avatar
                                         (id, username and points are needed). Nothing is imported
                                         if a row is bad, unless --skip-bad. Run it again after a cut.
  keys list                              List the API keys
  keys add NAME [--scope SCOPE]          Make one and print it, once. Scopes: read, write (default), admin
  keys revoke NAME                       End one, at once
  boards list                            List the boards
  boards add NAME [--title T]            Make one. --scoring sum|best|latest  --direction high|low
                                         --time-zone ZONE  --week-start 1..7 (Monday is 1)
  catalogue show                         Print activities, tournaments, achievements and prizes as JSON
  catalogue set FILE                     Replace them all by a JSON file. Nothing is changed if any part is bad
  players hide NAME                      Take a player out of every ranking that goes on, and show them nowhere
  players remove NAME --reason TEXT      The same, and say why on the player's page
  players show NAME                      Put them back, with all their points
  players list-hidden                    List those who are hidden or removed
  rebuild                                Fold all events anew and compare with the standings
  --help                                 Show this

The data is in the folder LAURELS_DATA (default ./data). Whether the server runs or not does not matter,
except to "rebuild", which needs the data for itself.`;

/** Not a command: the message says why. */
class UsageError extends Error {}

try {
  process.exitCode = (await run(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  if (error instanceof UsageError) {
    console.error(`${error.message}\n"laurels --help" shows what there is.`);
    process.exitCode = 2;
  } else {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

/** @returns whether it is done. */
async function run([command, ...args]: readonly string[]): Promise<boolean> {
  if (command === undefined || command === 'help' || command === '--help' || command === '-h' || args.includes('--help')) {
    console.log(HELP);
    return true;
  }
  const settings = parseLiveSettings(process.env);
  const folder = resolve(settings.data);
  switch (command) {
    case 'import':
      return runImport(args, folder, settings);
    case 'keys':
      return runKeys(args, folder);
    case 'boards':
      return runBoards(args, folder, settings);
    case 'catalogue':
      return runCatalogue(args, folder, settings);
    case 'players':
      return runPlayers(args, folder, settings);
    case 'rebuild':
      return rebuild(args, folder);
    default:
      throw new UsageError(`There is no command "${command}".`);
  }
}

async function runImport(args: readonly string[], folder: string, settings: LiveSettings): Promise<boolean> {
  const { values, positionals } = parsed(args, { board: { type: 'string' }, 'skip-bad': { type: 'boolean' } });
  const [name] = named(positionals, ['FILE']);
  const data = await openLiveData(folder, settings);
  try {
    return await importPoints(
      { file: fileCalled(name!), board: values['board'] ?? DEFAULT_BOARD, skipBad: values['skip-bad'] === true },
      data,
      new ImportHolds(folder, Date.now),
      { say: (line) => console.log(line), progress: showProgress },
    );
  } finally {
    await data.close();
  }
}

/** A file as it was typed, from where it was typed, which npm may have left. */
function fileCalled(name: string): string {
  return resolve(process.env['LAURELS_CALLED_FROM'] ?? '.', name);
}

/** On a terminal, a line that is written over; never 100 % before all is done. */
function showProgress(share: number): void {
  if (process.stdout.isTTY) process.stdout.write(share < 1 ? `\r${Math.min(99, Math.floor(share * 100))} % ` : '\r100 %\n');
}

async function runKeys([action, ...args]: readonly string[], folder: string): Promise<boolean> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const keys = new ApiKeys(folder);
  if (action === 'list') {
    named(parsed(args, {}).positionals, []);
    for (const { name, scope, created, revoked } of keys.list()) {
      console.log(`${name.padEnd(24)} ${scope.padEnd(6)} made ${created}${revoked === null ? '' : `, revoked ${revoked}`}`);
    }
    return true;
  }
  if (action === 'add') {
    const { values, positionals } = parsed(args, { scope: { type: 'string' } });
    const [name] = named(positionals, ['NAME']);
    const scope = values['scope'] ?? 'write';
    if (!SCOPES.includes(scope as Scope)) throw new UsageError(`A scope is ${SCOPES.join(', ')}; not "${scope}".`);
    const key = keys.add(name!, scope as Scope, Date.now());
    console.error(`Key "${name}", scope ${scope}. It is shown this once:`);
    console.log(key);
    return true;
  }
  if (action === 'revoke') {
    const [name] = named(parsed(args, {}).positionals, ['NAME']);
    keys.revoke(name!, Date.now());
    console.log(`Key "${name}" is revoked.`);
    return true;
  }
  throw new UsageError('Say "keys list", "keys add NAME" or "keys revoke NAME".');
}

async function runBoards([action, ...args]: readonly string[], folder: string, settings: LiveSettings): Promise<boolean> {
  if (action !== 'list' && action !== 'add') throw new UsageError('Say "boards list" or "boards add NAME".');
  const text = { type: 'string' } as const;
  const options = { title: text, scoring: text, direction: text, 'time-zone': text, 'week-start': text };
  const { values, positionals } = parsed(args, action === 'add' ? options : {});
  const names = named(positionals, action === 'add' ? ['NAME'] : []);
  const data = await openLiveData(folder, settings);
  try {
    if (action === 'add') await addBoard(data, names[0]!, values, settings);
    for (const { name, title, scoring, direction, timeZone, weekStart } of await data.boards()) {
      console.log(`${name.padEnd(24)} ${scoring}, ${direction} first, ${timeZone}, weeks from ${weekStart}: ${title}`);
    }
    return true;
  } finally {
    await data.close();
  }
}

async function addBoard(data: LiveData, name: string, values: Readonly<Record<string, unknown>>, settings: LiveSettings): Promise<void> {
  const weekStart = values['week-start'];
  const wanted = ENDPOINTS.makeBoard.body.safeParse({
    name,
    title: values['title'] ?? name,
    scoring: values['scoring'] ?? 'sum',
    direction: values['direction'] ?? 'high',
    timeZone: values['time-zone'] ?? settings.calendar.timeZone,
    weekStart: weekStart === undefined ? settings.calendar.weekStart : Number(weekStart),
  });
  if (!wanted.success)
    throw new UsageError(
      faultsOf(wanted.error)
        .map(({ field, rule }) => `${field} ${rule}`)
        .join('\n'),
    );
  if ((await data.boards()).some((board) => board.name === name)) throw new Error(`There is a board "${name}" already.`);
  const { title, scoring = 'sum', direction = 'high' } = wanted.data;
  const calendar = { timeZone: wanted.data.timeZone!, weekStart: wanted.data.weekStart as LiveSettings['calendar']['weekStart'] };
  await data.addBoard({ name: boardNameSchema.parse(name), title, scoring, direction, calendar });
}

async function runCatalogue([action, ...args]: readonly string[], folder: string, settings: LiveSettings): Promise<boolean> {
  if (action !== 'show' && action !== 'set') throw new UsageError('Say "catalogue show" or "catalogue set FILE".');
  const [name] = named(parsed(args, {}).positionals, action === 'set' ? ['FILE'] : []);
  const data = await openLiveData(folder, settings);
  try {
    if (action === 'show') {
      console.log(JSON.stringify(await data.catalogue(), null, 2));
      return true;
    }
    const boards = await data.boards();
    const catalogue = readCatalogueFile(
      fileCalled(name!),
      boards.map((board) => board.name),
    );
    await data.replaceCatalogue(catalogue);
    const counts = Object.entries(catalogue).map(([part, { length }]) => `${part} ${length}`);
    console.log(`The catalogue is set, ${data.how}: ${counts.join(', ')}.`);
    return true;
  } finally {
    await data.close();
  }
}

async function runPlayers([action, ...args]: readonly string[], folder: string, settings: LiveSettings): Promise<boolean> {
  if (action !== 'hide' && action !== 'remove' && action !== 'show' && action !== 'list-hidden') {
    throw new UsageError('Say "players hide NAME", "players remove NAME --reason TEXT", "players show NAME" or "players list-hidden".');
  }
  const { values, positionals } = parsed(args, action === 'remove' ? { reason: { type: 'string' } } : {});
  const [name] = named(positionals, action === 'list-hidden' ? [] : ['NAME']);
  const visibility = action === 'list-hidden' ? undefined : visibilityFor(action, values['reason']);
  const data = await openLiveData(folder, settings);
  try {
    if (visibility !== undefined) {
      await data.setPlayerVisibility(name!, visibility);
      console.log(`"${name}" is ${visibility.state}, ${data.how}.`);
      return true;
    }
    for (const { username, displayName, state, reason } of await data.absentPlayers()) {
      console.log(`${username.padEnd(24)} ${state.padEnd(7)} ${displayName}${reason === null ? '' : `: ${reason}`}`);
    }
    return true;
  } finally {
    await data.close();
  }
}

function visibilityFor(action: 'hide' | 'remove' | 'show', reason: unknown): PlayerVisibility {
  if (action === 'remove' && reason === undefined) throw new UsageError('--reason is missing: it is shown in public.');
  const wanted = ENDPOINTS.setPlayerVisibility.body.safeParse(
    action === 'remove' ? { state: 'removed', reason } : { state: action === 'hide' ? 'hidden' : 'shown' },
  );
  if (wanted.success) return wanted.data;
  throw new UsageError(
    faultsOf(wanted.error)
      .map(({ field, rule }) => `${field} ${rule}`)
      .join('\n'),
  );
}

async function rebuild(args: readonly string[], folder: string): Promise<boolean> {
  named(parsed(args, {}).positionals, []);
  const server = runningServer(folder);
  if (server !== undefined) throw new Error(`The server at ${server.url} (process ${server.pid}) has the data. Stop it, then try again.`);
  const store = await openSqliteStore(folder);
  try {
    const { events, standings, differences } = await store.verify();
    for (const difference of differences) console.log(difference);
    const counts = `${events.toLocaleString('en-US')} events folded anew, ${standings.toLocaleString('en-US')} standings compared`;
    console.log(differences.length === 0 ? `${counts}: equal.` : `${counts}: they differ.`);
    return differences.length === 0;
  } finally {
    await store.close();
  }
}

function parsed<const T extends NonNullable<ParseArgsConfig['options']>>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Exactly these arguments. */
function named(positionals: readonly string[], names: readonly string[]): readonly string[] {
  if (positionals.length < names.length) throw new UsageError(`${names[positionals.length]} is missing.`);
  if (positionals.length > names.length) throw new UsageError(`What is "${positionals[names.length]}"?`);
  return positionals;
}
