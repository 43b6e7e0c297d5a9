import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The address of the changes that pages listen to. */
const EVENTS = '/api/v1/events';

/** A way to a server that counts who listens to its changes, as a proxy in front of it could. */
export class Relay {
  readonly #server: Server;
  /** How many listen now, and how many ever did. */
  listening = 0;
  listened = 0;

  private constructor(target: string) {
    this.#server = createServer((incoming, outgoing) => {
      const listens = incoming.url!.startsWith(EVENTS);
      if (listens) {
        this.listening += 1;
        this.listened += 1;
      }
      const { method, headers, url } = incoming;
      const asked = request(target + url!, { method: method!, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
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

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
