import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/** An npm registry for packages that are not published yet. */
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

/** Serves tarballs on loopback, with a package's last tarball as the latest, and forwards all else to the registry configured in npm. */
export async function serveRegistry(tarballs: readonly string[]): Promise<LocalRegistry> {
  const others = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim().replace(/\/$/, '');
  const packages = Map.groupBy(tarballs.map(versionIn), ({ manifest }) => manifest.name);
  const server = createServer((request, response) => {
    const [name = '', , file] = new URL(request.url!, 'http://localhost').pathname.slice(1).split('/');
    const versions = packages.get(name);
    if (versions === undefined) return void passOn(others + request.url!, request.headers.accept, response);
    if (file !== undefined) return void response.end(versions.find(({ tarball }) => basename(tarball) === file)?.bytes);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(packument(name, versions)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  function packument(name: string, versions: readonly Version[]) {
    const described = versions.map(({ tarball, bytes, manifest }) => {
      const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
      return [manifest.version, { ...manifest, dist: { tarball: `${url}/${name}/-/${basename(tarball)}`, integrity } }] as const;
    });
    return { name, 'dist-tags': { latest: versions.at(-1)!.manifest.version }, versions: Object.fromEntries(described) };
  }
  return { url, stop: () => void server.close() };
}

interface Version {
  readonly tarball: string;
  readonly bytes: Buffer;
  readonly manifest: { readonly name: string; readonly version: string };
}

function versionIn(tarball: string): Version {
  const manifest = execFileSync('tar', ['-xzOf', tarball, 'package/package.json'], { encoding: 'utf8' });
  return { tarball, bytes: readFileSync(tarball), manifest: JSON.parse(manifest) as Version['manifest'] };
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
