import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

import { NODE } from '../../../scripts/tools/child-process.ts';

/** A PostgreSQL of this machine behind a separate host: a network namespace with an address that only this machine reaches. */
export interface VanishingHost {
  readonly address: string;
  readonly port: number;
  /** Silences the host: from now on it sends nothing, not even a refusal. */
  vanish(): void;
  remove(): void;
}

/** Forwards bytes between the host and the socket of a server, which has no network of its own. It ends with us. */
const PASS_ON = `
  const net = require('node:net');
  const [socket, address, port] = process.argv.slice(1);
  net.createServer((incoming) => {
    const outgoing = net.connect(socket);
    incoming.pipe(outgoing).pipe(incoming);
    for (const each of [incoming, outgoing]) each.on('error', () => { incoming.destroy(); outgoing.destroy(); });
  }).listen(Number(port), address, () => console.log('ready'));
  process.stdin.on('end', () => process.exit()).resume();
`;

let made = 0;

/** The reason why such hosts are impossible here; `undefined` if they are possible. */
export function whyNoHosts(): string | undefined {
  const name = `laurels-${process.pid}-try`;
  const tried = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' });
  if (tried.status !== 0) return tried.error?.message ?? tried.stderr.trim();
  spawnSync('ip', ['netns', 'delete', name]);
  return undefined;
}

/** Creates a host for a server with its socket at this path. */
export async function makeVanishingHost(socket: string, port: number): Promise<VanishingHost> {
  const number = (made += 1);
  const name = `laurels-${process.pid}-${number}`;
  const [outside, inside] = [`lr${process.pid}-${number}`, `lr${process.pid}-${number}i`];
  // Addresses reserved for benchmarks.
  const network = `198.18.${process.pid % 256}`;
  const [ours, address] = [`${network}.${4 * number + 1}`, `${network}.${4 * number + 2}`];
  ip('netns', 'add', name);
  ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', name);
  ip('address', 'add', `${ours}/30`, 'dev', outside);
  ip('link', 'set', outside, 'up');
  ip('-n', name, 'address', 'add', `${address}/30`, 'dev', inside);
  ip('-n', name, 'link', 'set', inside, 'up');
  const passing = spawn('ip', ['netns', 'exec', name, NODE, '-e', PASS_ON, socket, address, String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(passing.stdout, 'data');
  return {
    address,
    port,
    vanish: () => ip('-n', name, 'route', 'add', 'blackhole', `${ours}/32`),
    remove() {
      passing.stdin.end();
      // Unanswered packets keep the namespace alive for minutes.
      ip('link', 'delete', outside);
      ip('netns', 'delete', name);
    },
  };
}

function ip(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}
