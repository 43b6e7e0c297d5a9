import { spawn, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { ROOT } from '../../scripts/tools/child-process.ts';

/** The folder in which `debootstrap` may install a Debian with Godot 4. */
const DEBIAN = join(ROOT, 'build-godot');

/** The instructions for a machine without Godot 4. */
export const GODOT_MISSING =
  'Godot 4 is not installed: clients/godot is not tested. On Debian, as root: debootstrap --variant=minbase --include=godot sid build-godot';

/** The program and its first arguments: LAURELS_GODOT, one in PATH, or Debian's; `undefined` without a Godot 4. */
export function findGodot(): readonly string[] | undefined {
  const named = process.env['LAURELS_GODOT'];
  return [...(named === undefined ? [['godot'], ['godot4']] : [[named]]), ...fromDebian()].find(isGodot4);
}

/** Runs with the libraries of that Debian instead of this machine's. */
function fromDebian(): readonly (readonly string[])[] {
  return globSync(join(DEBIAN, 'usr/lib/*-linux-gnu/ld-linux-*')).map((loader) => {
    const libraries = dirname(loader);
    return [loader, '--library-path', `${libraries}:${join(libraries, 'pulseaudio')}`, join(DEBIAN, 'usr/bin/godot')];
  });
}

function isGodot4([program, ...args]: readonly string[]): boolean {
  const { status, stdout } = spawnSync(program!, [...args, '--headless', '--version'], { encoding: 'utf8' });
  return status === 0 && stdout.startsWith('4.');
}

/** A copy of clients/godot whose first scene is one node with a script, and a device folder for its files. */
export class GodotProject {
  readonly #folder = mkdtempSync(join(tmpdir(), 'laurels-godot-'));
  readonly #godot: readonly string[];

  constructor(godot: readonly string[], files: Readonly<Record<string, string>>) {
    this.#godot = godot;
    const project = join(this.#folder, 'project');
    cpSync(join(ROOT, 'clients/godot'), project, { recursive: true });
    const scene =
      '[gd_scene load_steps=2 format=3]\n[ext_resource type="Script" path="res://trial.gd" id="1"]\n[node name="Trial" type="Node"]\nscript = ExtResource("1")\n';
    for (const [name, text] of Object.entries({ 'trial.tscn': scene, ...files })) writeFileSync(join(project, name), text);
  }

  /** Runs the scene until it quits. `signal` kills it. @throws {Error} with its output, if it reports an error. */
  async run(env: Readonly<Record<string, string>> = {}, signal?: AbortSignal): Promise<string> {
    const [program, ...args] = this.#godot;
    const child = spawn(program!, [...args, '--headless', '--path', join(this.#folder, 'project'), 'res://trial.tscn'], {
      env: { ...process.env, XDG_DATA_HOME: join(this.#folder, 'device'), ...env },
      killSignal: 'SIGKILL',
      signal,
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (said += text));
    await new Promise<void>((resolve, reject) => {
      child.once('close', () => resolve());
      child.once('error', (error) => (error.name === 'AbortError' ? undefined : reject(error)));
    });
    if (/^(?:SCRIPT )?ERROR:/m.test(said)) throw new Error(said);
    return said;
  }

  discard(): void {
    rmSync(this.#folder, { recursive: true });
  }
}
