// A web game on an origin of its own: a page with the client's sources, as a bundler would serve them.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { createLaurels, fitFrame } from '../../clients/web/src/laurels-client.ts';
import { ROOT } from '../../scripts/tools/child-process.ts';

/** The globals of a {@link GamePage}. */
export interface GameScope {
  readonly createLaurels: typeof createLaurels;
  readonly fitFrame: typeof fitFrame;
}

const SCRIPT = `<!doctype html><html lang="en"><title>Game</title><link rel="icon" href="data:,"><body><script type="module">
import * as client from '/laurels-client.ts';
Object.assign(globalThis, client);
document.documentElement.dataset.ready = '';
</script>`;

export class GamePage {
  readonly #server = createServer((request, response) => {
    const [path = '/'] = request.url!.split('?', 1);
    if (path === '/') return void response.setHeader('content-type', 'text/html').end(this.html);
    const source = readFileSync(join(ROOT, 'clients/web/src', path.slice(1)), 'utf8');
    response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
  });
  html = SCRIPT;

  /** Serves the page and adds its origin. `host` is a name of this machine. */
  static async at(host: 'localhost' | '127.0.0.1' = '127.0.0.1'): Promise<GamePage & { readonly origin: string }> {
    const page = new GamePage();
    await new Promise<void>((resolve) => page.#server.listen(0, host, resolve));
    return Object.assign(page, { origin: `http://${host}:${(page.#server.address() as AddressInfo).port}` });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
