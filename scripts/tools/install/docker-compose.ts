// `docker compose` by podman-compose 1.0, which knows neither profiles nor `${NAME:+text}`: resolves both first.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';

import { parse, stringify } from 'yaml';

import { resolved } from './compose-variables.ts';

interface Composition {
  readonly services: Record<string, { readonly profiles?: readonly string[] }>;
}

const args = process.argv.slice(2);
const {
  values: { file, profile = [] },
  positionals: [verb, ...rest],
} = parseArgs({
  args: args.slice(0, args.findIndex((each) => /^(?:up|down|exec|logs)$/.test(each)) + 1),
  options: { file: { type: 'string', short: 'f' }, profile: { type: 'string', multiple: true } },
  allowPositionals: true,
});
const options = [...rest, ...args.slice(args.indexOf(verb!) + 1)];
const project = basename(file!, '.yaml').replaceAll('.', '-');
if (verb === 'exec') {
  const [service, ...command] = options;
  process.exit(spawnSync('podman', ['exec', `${project}_${service}_1`, ...command], { stdio: 'inherit' }).status ?? 1);
}
const whole = resolved(parse(readFileSync(file!, 'utf8'), { merge: true }), process.env) as Composition;
for (const [name, { profiles }] of Object.entries(whole.services))
  if (profiles !== undefined && !profiles.some((one) => profile.includes(one))) delete whole.services[name];
const plain = file!.replace('.yaml', '.resolved.yaml');
// Without aliases: podman-compose would modify shared nodes twice.
writeFileSync(plain, stringify(whole, { aliasDuplicateObjects: false }));
process.exit(spawnSync('podman-compose', ['-p', project, '-f', plain, verb!, ...options], { stdio: 'inherit' }).status ?? 1);
