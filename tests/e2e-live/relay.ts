import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { ENDPOINTS } from '../../src/contract/api.ts';

/** The path of the changes that pages listen to. */
const EVENTS = ENDPOINTS.allChanges.path;

/** A proxy that counts the listeners to a server's changes, and can disturb its traffic. */
export class Relay {
  readonly #server: Server;
  /** Listeners now, and in total. */
  listening = 0;
  listened = 0;
  readonly #answered = new Set<IncomingMessage>();
  /** If set, every page arrives in two parts, as on a slow network: cut after this text, with the rest once `rest` is resolved. */
  cutBehind: string | undefined;
  rest = Promise.withResolvers<void>();

  /** Whether to drop a request's connection before it reaches the server, or in place of its answer. */
  drops: (request: IncomingMessage) => 'request' | 'answer' | undefined = () => undefined;

  private constructor(target: string) {
    this.#server = createServer((incoming, outgoing) => {
      const dropped = this.drops(incoming);
      if (dropped === 'request') return void incoming.socket.destroy();
      const listens = incoming.url!.startsWith(EVENTS) || incoming.url!.endsWith('/events');
      if (listens) {
        this.listening += 1;
        this.listened += 1;
      }
      const { method, headers, url } = incoming;
      // A page that is to be cut must arrive uncompressed.
      if (this.cutBehind !== undefined) delete headers['accept-encoding'];
      const asked = request(target + url!, { method: method!, headers }, (answer) => {
        if (dropped === 'answer') {
          answer.resume();
          return void incoming.socket.destroy();
        }
        outgoing.writeHead(answer.statusCode!, answer.headers);
        if (this.cutBehind !== undefined && answer.headers['content-type']?.startsWith('text/html') === true)
          void bringInTwo(answer, outgoing, this.cutBehind, this.rest.promise);
        else answer.pipe(outgoing);
        if (listens) {
          this.#answered.add(answer);
          answer.once('close', () => outgoing.destroy());
        }
      });
      asked.on('error', () => outgoing.destroy());
      outgoing.once('close', () => {
        if (listens) this.listening -= 1;
        asked.destroy();
      });
      incoming.pipe(asked);
    });
  }

  static async to(target: string): Promise<Relay> {
    const relay = new Relay(target);
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  /** Stops forwarding to current listeners without closing their connections, as when a device has left its network. */
  goSilent(): void {
    for (const answer of this.#answered) answer.unpipe();
  }

  /** Ends the connections of current listeners. */
  dropListeners(): void {
    for (const answer of this.#answered) answer.destroy();
    this.#answered.clear();
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

async function bringInTwo(page: IncomingMessage, outgoing: ServerResponse, cutBehind: string, rest: Promise<void>): Promise<void> {
  const html = await text(page);
  const at = html.indexOf(cutBehind);
  if (at === -1) throw new Error(`The page has no ${cutBehind}`);
  outgoing.write(html.slice(0, at + cutBehind.length));
  await rest;
  outgoing.end(html.slice(at + cutBehind.length));
}
