import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import pg from 'pg';

/** After how long without an answer it is looked whether the host is there, in milliseconds. */
const SUSPECT_AFTER_MS = 1000;

/** How long a host may take to take another connection, in milliseconds. A busy one does, and one that is full says so. */
const ANSWER_MS = 2500;

/** What the network says of a host that does not answer, and of one where no server listens: what it left answers no more. */
const GONE = new Set(['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNREFUSED']);

/**
 * Notices a host that vanished without a word, as one whose power or network failed. A connection to it would be silent for
 * minutes, and a slow question looks the same: so while something is asked, another connection is tried now and then. If
 * the host does not take it, all connections are cut, and whoever asks hears of it.
 */
export class HostWatch {
  readonly #options: pg.ClientConfig;
  readonly #sockets = new Set<Socket>();
  #isLooking = false;

  /** `options`: how to connect to the host. */
  constructor(options: pg.ClientConfig) {
    this.#options = options;
  }

  /** For a new connection, which can be cut then. */
  readonly newSocket = (): Socket => {
    const socket = new Socket();
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    return socket;
  };

  /** Looks now and then, until the function that is returned is called. */
  during(): () => void {
    const timer = setInterval(() => void this.#look(), SUSPECT_AFTER_MS).unref();
    return () => clearInterval(timer);
  }

  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    if (!(await this.#answers())) for (const socket of this.#sockets) socket.destroy();
    this.#isLooking = false;
  }

  async #answers(): Promise<boolean> {
    const socket = new Socket();
    const client = new pg.Client({ ...this.#options, stream: () => socket });
    client.on('error', () => undefined);
    // Whatever else it says, it is there.
    const connected = client.connect().then(
      () => true,
      (error: unknown) => !GONE.has((error as { readonly code?: string }).code ?? ''),
    );
    const answers = await Promise.race([connected, sleep(ANSWER_MS, false, { ref: false })]);
    if (answers) await client.end().catch(() => undefined);
    socket.destroy();
    return answers;
  }
}
