import type { HttpRequest } from '../../http/http-message.ts';
import { Problem } from '../../http/problem.ts';
import type { Asked, Outcome, PassedRequest, Questions, Told } from './messages.ts';

/** Bodies up to this are passed with their request. */
const SMALL_BODY_BYTES = 64 * 1024;

type Answer = Questions[keyof Questions]['told'];

/** One end of the line between the deciding thread and a reader. Both ends can ask questions. */
export abstract class LineEnd<Message> {
  #waiting: (Message | Asked | Told)[] = [];
  readonly #open = new Map<number, PromiseWithResolvers<never>>();
  /** The number of the latest question. */
  protected number = 0;

  protected abstract post(messages: readonly (Message | Asked | Told)[]): void;

  /** Sends a message together with others of this turn: waking a thread costs more than most of them. */
  send(message: Message | Asked | Told): void {
    if (this.#waiting.push(message) === 1) setImmediate(() => this.flush());
  }

  /** Sends everything queued immediately. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const messages = this.#waiting;
    this.#waiting = [];
    this.post(messages);
  }

  /** Rejects with the error of the other end. */
  ask<What extends keyof Questions>(what: What, ask: Questions[What]['ask']): Promise<Questions[What]['told']> {
    const asked = Promise.withResolvers<never>();
    this.#open.set((this.number += 1), asked);
    this.send({ kind: 'asked', number: this.number, asked: { what, ask } as Asked['asked'] });
    return asked.promise;
  }

  protected told({ outcome }: Told): void {
    const asked = this.#open.get(outcome.number);
    this.#open.delete(outcome.number);
    if ('told' in outcome) asked?.resolve(outcome.told as never);
    else if ('problem' in outcome) {
      const { code, message, faults, headers, told } = outcome.problem;
      asked?.reject(new Problem(code, message, faults, headers, told));
    }
    // The log gets the original stack, not that of this end.
    else asked?.reject(Object.assign(new Error('The other thread failed'), { stack: outcome.failure }));
  }

  /** Rejects all pending questions: the other end is gone. */
  protected fail(why: Error): void {
    for (const { reject } of this.#open.values()) reject(why);
  }
}

export async function outcomeOf(number: number, answer: () => Promise<Answer>): Promise<Outcome> {
  try {
    return { number, told: await answer() };
  } catch (error) {
    if (!(error instanceof Problem)) return { number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    const { code, message, faults, headers, told } = error;
    return { number, problem: { code, message, faults, headers, told } };
  }
}

/** Whether a request may have a body. */
export function mayHaveBody({ method }: Pick<HttpRequest, 'method'>): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

export async function passedRequest(request: HttpRequest): Promise<PassedRequest> {
  const { method, target, caller, id = '' } = request;
  const headers = request.headers?.() ?? {};
  const isSmall = mayHaveBody(request) && Number(headers['content-length'] ?? Infinity) <= SMALL_BODY_BYTES;
  // An incomplete body is refused where it is read. The copy shares no memory with other requests.
  const body = isSmall ? await request.readBody(SMALL_BODY_BYTES).catch(() => undefined) : undefined;
  return { method, target, caller, id, headers, isDirect: request.isDirect?.() === true, body: body && new Uint8Array(body) };
}

/** A passed request. `readRest` reads a body that was not passed with it. */
export function requestOf({ headers, body, isDirect, ...passed }: PassedRequest, readRest: HttpRequest['readBody']): HttpRequest {
  return {
    ...passed,
    header: (name) => headers[name] ?? null,
    headers: () => headers,
    isDirect: () => isDirect,
    readBody: async (mostBytes) => {
      if (body !== undefined) return body.length > mostBytes ? undefined : body;
      return mayHaveBody(passed) ? readRest(mostBytes) : new Uint8Array();
    },
  };
}
