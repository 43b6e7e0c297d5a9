// clients/godot against a real server, over a connection that loses requests and answers. Needs Godot 4.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { ROOT } from '../scripts/tools/child-process.ts';
import { ENDPOINTS } from '../src/contract/api.ts';
import { createApiClient } from '../src/remote/api-client.ts';
import { findGodot, GODOT_MISSING, GodotProject } from './live/godot.ts';
import { blocksBelow } from './live/written-page.ts';
import { startTrialServer, type TrialServer } from './live/trial-server.ts';

const GODOT = findGodot();
if (GODOT === undefined) console.log(GODOT_MISSING);

const read = (name: string) => readFileSync(join(ROOT, name), 'utf8');

/** What happens to a request: it is lost, its answer is lost, another computer answers, or the server is busy. */
type Mishap = 'lost' | 'unanswered' | 'hotel' | 'busy';

const BUSY_S = 2;

let server: TrialServer;
let relay: Server;
let project: GodotProject;
/** Queued faults for the next requests that finish a play. */
let mishaps: (Mishap | 'passed')[];
/** The times of requests to finish a play, in milliseconds, by what happened to them. */
let asked: (readonly [Mishap | 'passed', number])[];
/** Called when the answer to a play is lost. */
let onUnanswered: () => void;

beforeEach(async () => {
  [mishaps, asked, onUnanswered] = [[], [], () => {}];
  server = await startTrialServer();
  relay = createServer((incoming, outgoing) => {
    const isFinish = incoming.url!.endsWith('/finish');
    const mishap = isFinish ? (mishaps.shift() ?? 'passed') : 'passed';
    if (isFinish) asked.push([mishap, performance.now()]);
    if (mishap === 'lost') return void incoming.destroy();
    if (mishap === 'hotel') return void outgoing.end('<!doctype html><title>Welcome to our hotel</title>');
    if (mishap === 'busy') return void outgoing.writeHead(503, { 'retry-after': String(BUSY_S) }).end('{"detail":"Busy."}');
    const { method, headers, url } = incoming;
    const passed = request(server.url + url!, { method: method!, headers }, (answer) => {
      if (mishap === 'unanswered') {
        outgoing.destroy();
        return onUnanswered();
      }
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  project.discard();
  relay.closeAllConnections();
  relay.close();
  await server.discard();
});

const address = () => `http://localhost:${(relay.address() as AddressInfo).port}`;

interface Told {
  readonly id?: string;
  readonly result?: { readonly outcome: string; readonly reason?: string };
  readonly guest?: { readonly username: string; readonly secret: string };
  readonly rankings?: { readonly standings: readonly { readonly points: number; readonly player: { readonly username: string } }[] };
}

async function played(points: readonly number[], signal?: AbortSignal): Promise<readonly Told[]> {
  const said = await project.run({ SITE: address(), KEY: server.keys.play, POINTS: points.join(',') }, signal);
  return said.split('\n').flatMap((line) => (line.startsWith('{') ? (JSON.parse(line) as Told) : []));
}

test.skipIf(GODOT === undefined)(
  'plays count once despite lost requests, lost answers, other computers’ answers and a killed game',
  async () => {
    project = new GodotProject(GODOT!, { 'trial.gd': read('tests/live/godot-trial.gd') });
    mishaps = ['unanswered'];
    const killed = new AbortController();
    onUnanswered = () => killed.abort();
    expect(await played([1, 2, 4, 8, 16], killed.signal)).toEqual([]);
    onUnanswered = () => {};
    // The wait grows after each failure, until a request succeeds.
    mishaps = ['lost', 'passed', 'unanswered', 'passed', 'hotel', 'passed', 'busy'];
    const told = await played([32]);
    expect(told.flatMap(({ result }) => result?.outcome ?? [])).toEqual(Array.from({ length: 6 }, () => 'counted'));
    const { guest, rankings } = told.at(-1)!;
    expect(rankings!.standings.map(({ points, player }) => [points, player.username])).toEqual([[63, guest!.username]]);
    const busyAt = asked.findIndex(([how]) => how === 'busy');
    expect(asked[busyAt + 1]![1] - asked[busyAt]![1]).toBeGreaterThanOrEqual(1000 * BUSY_S - 50);
    expect(server.logged).toEqual([]);
  },
);

/** Plays the example twice, with as many presses each, and prints its texts. */
const EXAMPLE_TRIAL = `
extends Node

func _ready() -> void:
	var example: Control = load("res://example.tscn").instantiate()
	add_child(example)
	for presses in [2, 3]:
		await until(func() -> bool: return not example._button.disabled and example._button.text != "Press!")
		example._button.pressed.emit()
		await until(func() -> bool: return example._button.text == "Press!")
		for press in presses:
			example._button.pressed.emit()
		await until(func() -> bool: return example._words.text.ends_with(".") and not example._words.text.begins_with("Press as"))
		print("SAYS ", example._words.text)
		example._words.text = ""
	await until(func() -> bool: return example._board.text != "")
	print("SHOWS ", example._board.text)
	var play := await Laurels.begin("main")
	play.play += "A"
	print("REFUSED ", await Laurels.finish(play, 1))
	var first: String = (await Laurels.guest()).username
	Laurels.forget_guest()
	print("FORGOTTEN ", (await Laurels.guest("Ada")).username != first)
	print("NAMED ", (await Laurels.guest()).name)
	Laurels._guest = {"secret": "lg_" + "0".repeat(12) + "_" + "A".repeat(43)}
	print("AGAIN ", (await Laurels.begin("main")).has("play"))
	print("PROBLEM ", await Laurels.begin("nowhere"))
	var renamed := await Laurels.rename("Bea")
	print("RENAMED ", renamed == await Laurels.guest())
	var begun := await Laurels.begin("main")
	await Laurels.finish(begun, 1)
	print("STORED ", (await Laurels.data()).guest.name, " ", (await Laurels.events("main")).events.size())
	print("LEFT ", int((await Laurels.leave("main")).events))
	Laurels.forget_guest()
	print("NOBODY ", (await Laurels.rename("Cy")).status)
	print("RECOVERED ", (await Laurels.recover(renamed.code)).username == renamed.username)
	print("MERGE ", (await Laurels.propose_merge("nobody")).status)
	print("ERASED ", (await Laurels.erase()).has("traces"))
	Laurels._guest = renamed
	await Laurels.begin("main")
	print("REPLACED ", (await Laurels.guest()).username != renamed.username, " ", (await Laurels.guest()).name)
	get_tree().quit()

func until(is_so: Callable) -> void:
	while not is_so.call():
		await get_tree().process_frame
`;

test.skipIf(GODOT === undefined)('the example plays and explains held points; refusals have a reason', async () => {
  const example = read('clients/godot/example.gd')
    .replace('http://localhost:3000', address())
    .replace('YOUR-KEY', server.keys.play)
    .replace('PLAY_S := 10.0', 'PLAY_S := 1.0');
  project = new GodotProject(GODOT!, { 'example.gd': example, 'trial.gd': EXAMPLE_TRIAL });
  await createApiClient(ENDPOINTS, { origin: server.url, key: server.keys.operator })('setLimits', { board: 'main', body: { event: 2 } });
  const said = await project.run();
  expect(said).toMatch(/^SAYS 2 presses count\.$/m);
  expect(said).toMatch(/^SAYS .*3.*limit of 2.*$/m);
  expect(said).toMatch(/^SHOWS 1 {2}.+ {2}2$/m);
  expect(said).toMatch(/^REFUSED \{ "outcome": "refused", "reason": ".+" \}$/m);
  expect(said).toMatch(/^FORGOTTEN true\nNAMED Ada\nAGAIN true$/m);
  expect(said).toMatch(/^PROBLEM \{ "problem": ".*nowhere.*", "status": 404 \}$/m);
  expect(said).toMatch(/^RENAMED true\nSTORED Bea 1\nLEFT 1\nNOBODY 400\nRECOVERED true\nMERGE 404\nERASED true\nREPLACED true Bea$/m);
});

test.skipIf(GODOT === undefined)('the script in docs/games.md works as written', async () => {
  const [script] = blocksBelow('docs/games.md', 'Godot', 'gdscript');
  const filled = script!.replace('http://localhost:3000', address()).replace('YOUR-KEY', server.keys.play);
  project = new GodotProject(GODOT!, { 'trial.gd': `${filled}\tget_tree().quit()\n` });
  expect(await project.run()).toMatch(/^counted\n1\. .+: 120$/m);
});
