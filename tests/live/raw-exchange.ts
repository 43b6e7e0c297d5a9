import { connect } from 'node:net';

/** The answer received on a connection. */
export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** The number of answers to the one request. */
  readonly answers: number;
}

export interface RawRequest {
  readonly method: string;
  /** Sent literally, however malformed. */
  readonly target: string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Written in sequence; a length is only sent if `headers` include one. */
  readonly body?: readonly (string | Uint8Array)[];
  /** The body is never completed: the client closes its half of the connection instead. */
  readonly isCut?: boolean;
}

/** How long an answer may take, in milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * Sends one request to a port of this machine byte for byte, as no proper HTTP client would. For endless answers, such as event streams,
 * the head suffices.
 * @throws {Error} if no complete head of an answer comes before the connection ends, or in time.
 */
export function exchange(port: number, { method, target, headers = [], body = [], isCut = false }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const late = setTimeout(() => done('no answer in time'), PATIENCE_MS);
    let text = '';
    let over = false;
    function done(trouble: string): void {
      if (over) return;
      over = true;
      clearTimeout(late);
      socket.destroy();
      const answer = answerIn(text);
      if (answer === undefined)
        reject(new Error(`${method} ${target.slice(0, 200)}: ${trouble}; heard ${JSON.stringify(text.slice(0, 200))}`));
      else resolve(answer);
    }
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (/^content-type: text\/event-stream/im.test(text) && text.includes('\r\n\r\n')) done('');
    });
    socket.on('error', (error) => done(error.message));
    socket.on('close', () => done('the connection ended'));
    const head = [['Host', 'localhost'], ['Connection', 'close'], ...headers].map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(Buffer.from(`${method} ${target} HTTP/1.1\r\n${head.join('')}\r\n`, 'latin1'));
    for (const chunk of body) socket.write(chunk);
    if (isCut) socket.end();
  });
}

function answerIn(text: string): RawAnswer | undefined {
  const end = text.indexOf('\r\n\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1];
  if (end === -1 || status === undefined) return undefined;
  const headers = new Map(
    text
      .slice(0, end)
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
  );
  return { status: Number(status), headers, body: text.slice(end + 4), answers: text.match(/^HTTP\/1\.1 \d{3} /gm)!.length };
}
