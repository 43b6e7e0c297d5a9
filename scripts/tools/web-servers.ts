// Installed nginx and Caddy, started on loopback with configurations written for a real server.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { freePort } from './free-port.ts';

/** How long a server may take to answer after its start, in milliseconds. */
const START_LIMIT_MS = 10_000;

/** The domain in the configurations. */
export const DOMAIN = 'play.example';

/** The addresses a server listens on. */
export interface Ports {
  readonly http: number;
  readonly https: number;
}

export interface WebServer {
  readonly name: string;
  /** The commands that it needs. */
  readonly needs: readonly (readonly [command: string, argument: string])[];
  /** Writes a configuration with `lines` into `folder` and returns the command that runs the server in the foreground. */
  prepare(lines: string, folder: string, ports: Ports): readonly [command: string, ...args: string[]];
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export const NGINX: WebServer = {
  name: 'nginx',
  needs: [
    ['nginx', '-v'],
    ['openssl', 'version'],
  ],
  prepare(lines, folder, ports) {
    const file = join(folder, 'main.conf');
    const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path "${folder}/${name}";`).join('\n');
    const process = `daemon off; master_process off; error_log stderr error; pid "${folder}/pid"; events {}`;
    const here = replaced(lines, {
      '/etc/ssl/': `${folder}/`,
      'listen 80;': `listen 127.0.0.1:${ports.http};`,
      'listen 443 ': `listen 127.0.0.1:${ports.https} `,
    });
    writeCertificate(folder);
    writeFileSync(file, `${process}\nhttp {\naccess_log off;\n${own}\n${here}}\n`);
    return ['nginx', '-c', file, '-p', folder, '-e', 'stderr'];
  },
};

export const CADDY: WebServer = {
  name: 'Caddy',
  needs: [['caddy', 'version']],
  prepare(lines, folder, ports) {
    const file = join(folder, 'main.caddyfile');
    // Caddy's own authority issues the certificate, so no other server is contacted.
    const own = `admin off\nlocal_certs\nskip_install_trust\ndefault_bind 127.0.0.1\nhttp_port ${ports.http}\nhttps_port ${ports.https}`;
    writeFileSync(file, `{\n${own}\nlog {\nlevel ERROR\n}\n}\n${lines}`);
    return ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'];
  },
};

/** A required command that is not installed; `undefined` if all are. */
export function missingFor({ needs }: WebServer): string | undefined {
  return needs.find(([command, argument]) => spawnSync(command, [argument], { stdio: 'ignore' }).status !== 0)?.[0];
}

/** Runs a server with these lines while `problemsOf` looks for problems. A failed start is one, too. */
export async function runWebServer(
  server: WebServer,
  lines: string,
  folder: string,
  problemsOf: (ports: Ports) => Promise<string[]>,
): Promise<string[]> {
  const ports = { http: await freePort(), https: await freePort() };
  const [command, ...args] = server.prepare(lines, folder, ports);
  // Caddy keeps its own files in those folders.
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  });
  let complaints = '';
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = () => child.kill('SIGKILL');
  process.once('exit', stop);
  try {
    if (!(await answers(ports.https, () => child.exitCode !== null))) return [`does not start: ${complaints.trim()}`];
    return await problemsOf(ports);
  } finally {
    child.kill('SIGTERM');
    await ended;
    process.off('exit', stop);
  }
}

/** Problems with the redirect from http to https. */
export async function problemsOfRedirect(path: string, port: number): Promise<string[]> {
  const { status, location } = await new Promise<{ status?: number; location?: string }>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, agent: false, headers: { host: DOMAIN } }, (response) => {
      response.resume();
      resolve({ status: response.statusCode!, location: response.headers.location! });
    }).on('error', reject);
  });
  return status === 308 && location === `https://${DOMAIN}${path}` ? [] : [`http: ${status} to ${location}, not 308 to https`];
}

/** Adapts a text written for another environment. @throws {Error} if an expected part is missing. */
export function replaced(text: string, changes: Readonly<Record<string, string>>): string {
  return Object.entries(changes).reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`"${from}" is not in the lines any more.`);
    return now.replaceAll(from, to);
  }, text);
}

/** Requests the domain over TLS without verifying its certificate. `from`: loopback address; `encoding`: accepted compression. */
export function ask(
  port: number,
  path: string,
  encoding: string,
  headers: Record<string, string> = {},
  method = 'GET',
  { body, from = '127.0.0.1' }: { readonly body?: string | Uint8Array; readonly from?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = { host: DOMAIN, 'accept-encoding': encoding, ...headers };
    const tls = { servername: DOMAIN, rejectUnauthorized: false };
    const options = { host: '127.0.0.1', port, path, method, agent: false, headers: sent, localAddress: from, ...tls };
    const call = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }));
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** The decompressed body. */
export function decoded({ headers, body }: Answer): Buffer {
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(body);
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
}

/** A certificate that only this check trusts. */
function writeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, `${DOMAIN}.key`), '-out', join(folder, `${DOMAIN}.pem`)];
  const what = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', `/CN=${DOMAIN}`];
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...what, ...files], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`openssl made no certificate: ${stderr}`);
}

/** Waits for a first answer; false once `hasEnded` or the time is up. */
async function answers(port: number, hasEnded: () => boolean): Promise<boolean> {
  const limit = performance.now() + START_LIMIT_MS;
  while (!hasEnded() && performance.now() < limit) {
    try {
      await ask(port, '/', 'identity');
      return true;
    } catch {
      await sleep(50);
    }
  }
  return false;
}
