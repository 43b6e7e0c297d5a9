import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/** A registry of our own, for packages that are not published yet. */
export interface LocalRegistry {
  readonly url: string;
  stop(): void;
}

/** Packs a package's folder into `to`, and returns the tarball. */
export function packed(folder: string, to: string): string {
  const told = execFileSync('npm', ['pack', folder, '--pack-destination', to, '--json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ filename }] = JSON.parse(told) as [{ filename: string }];
  return join(to, filename);
}

/** Serves tarballs of `laurels` on loopback, the last one as latest, and passes on what else is asked of the registry npm is set to. */
export async function serveRegistry(tarballs: readonly string[]): Promise<LocalRegistry> {
  const others = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/$/, '');
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://localhost');
    const tarball = tarballs.find((file) => pathname === `/laurels/-/${basename(file)}`);
    if (tarball !== undefined) return void response.end(readFileSync(tarball));
    if (pathname !== '/laurels') return void passOn(others + request.url!, request.headers.accept, response);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(packument()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  function packument() {
    const versions = tarballs.map((file) => {
      const bytes = readFileSync(file);
      const manifest = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' });
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
      return { ...(JSON.parse(manifest) as { version: string }), dist: { tarball: `${url}/laurels/-/${basename(file)}`, integrity } };
    });
    return {
      name: 'laurels',
      'dist-tags': { latest: versions.at(-1)!.version },
      versions: Object.fromEntries(versions.map((one) => [one.version, one])),
    };
  }
  return { url, stop: () => void server.close() };
}

async function passOn(url: string, accept: string | undefined, response: ServerResponse): Promise<void> {
  try {
    const answer = await fetch(url, { headers: { ...(accept !== undefined && { accept }) } });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/octet-stream' });
    response.end(new Uint8Array(await answer.arrayBuffer()));
  } catch (error) {
    response.writeHead(502).end(String(error));
  }
}
