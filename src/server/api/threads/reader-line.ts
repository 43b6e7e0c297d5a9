import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

import type { HttpAnswer, HttpRequest } from '../../http/http-message.ts';
import { Problem } from '../../http/problem.ts';
import type { FedStep } from '../../store/held/log-step.ts';
import type { AnsweredRequest } from '../../watching/answered-request.ts';
import type { Desk, FromReader, Outcome, PassedRequest, Questions, ToReader } from './messages.ts';

/** Bodies up to this are passed with their request. */
const SMALL_BODY_BYTES = 64 * 1024;

interface LineParts {
  readonly step: (step: FedStep) => void;
  readonly listen: (port: number) => void;
  readonly drain: () => void;
  readonly keysChanged: () => void;
}

/** A reader's end of its line to the deciding thread. */
export class ReaderLine {
  readonly #port: MessagePort;
  readonly #parts: LineParts;
  readonly #asked = new Map<number, PromiseWithResolvers<never>>();
  readonly #bodies = new Map<number, HttpRequest>();
  #number = 0;
  #answered: AnsweredRequest[] = [];

  constructor(port: MessagePort, parts: LineParts) {
    this.#port = port;
    this.#parts = parts;
    port.on('message', (message: ToReader) => this.#receive(message));
  }

  /**
   * Applies everything that was sent before the call. A change is sent before the answer that tells of it, so a reader that catches up
   * before each answer never shows a caller less than they know.
   */
  catchUp(): void {
    for (let next = receiveMessageOnPort(this.#port); next !== undefined; next = receiveMessageOnPort(this.#port))
      this.#receive(next.message as ToReader);
  }

  send(message: FromReader): void {
    this.#port.postMessage(message);
  }

  /** Rejects with what the deciding thread refused with. */
  ask<What extends keyof Questions>(what: What, ask: Questions[What]['ask']): Promise<Questions[What]['told']> {
    return this.#ask((this.#number += 1), what, ask);
  }

  /** Has a request answered by the deciding thread. */
  async pass(desk: Desk, request: HttpRequest): Promise<HttpAnswer> {
    const number = (this.#number += 1);
    const passed = await passedRequest(request);
    if (passed.body !== undefined || !mayHaveBody(request)) return this.#ask(number, 'answer', { desk, request: passed });
    this.#bodies.set(number, request);
    try {
      return await this.#ask(number, 'answer', { desk, request: passed });
    } finally {
      this.#bodies.delete(number);
    }
  }

  /** Has somebody admitted who listens to changes. `goesOn`: whether their key or session is still valid, without extending it. */
  async admission(request: HttpRequest) {
    const number = (this.#number += 1);
    const admitted = await this.#ask(number, 'admission', await passedRequest(request));
    return { ...admitted, goesOn: () => this.ask('still valid', number) };
  }

  /** Tells of an answered request, together with others. */
  answered(request: AnsweredRequest): void {
    if (this.#answered.push(request) > 1) return;
    setImmediate(() => this.#tellAnswered());
  }

  /** Says that nothing more will come. */
  drained(): void {
    this.#tellAnswered();
    this.send({ kind: 'drained' });
  }

  #tellAnswered(): void {
    if (this.#answered.length === 0) return;
    this.send({ kind: 'answered', answered: this.#answered });
    this.#answered = [];
  }

  #ask<What extends keyof Questions>(number: number, what: What, ask: Questions[What]['ask']): Promise<Questions[What]['told']> {
    const asked = Promise.withResolvers<never>();
    this.#asked.set(number, asked);
    this.send({ kind: 'asked', number, asked: { what, ask } as Extract<FromReader, { kind: 'asked' }>['asked'] });
    return asked.promise;
  }

  #receive(message: ToReader): void {
    switch (message.kind) {
      case 'steps':
        return message.steps.forEach((step) => this.#parts.step(step));
      case 'told':
        for (const outcome of message.told) this.#told(outcome);
        return;
      case 'body':
        return void this.#sendBody(message.number, message.mostBytes);
      case 'listen':
        return this.#parts.listen(message.port);
      case 'keys changed':
        return this.#parts.keysChanged();
      case 'drain':
        return this.#parts.drain();
    }
  }

  #told(outcome: Outcome): void {
    const asked = this.#asked.get(outcome.number);
    this.#asked.delete(outcome.number);
    if ('told' in outcome) asked?.resolve(outcome.told as never);
    else if ('problem' in outcome) {
      const { code, message, faults, headers, told } = outcome.problem;
      asked?.reject(new Problem(code, message, faults, headers, told));
    } else {
      const error = new Error('The thread that writes failed');
      // The log gets the cause, not where it arrived.
      error.stack = outcome.failure;
      asked?.reject(error);
    }
  }

  async #sendBody(number: number, mostBytes: number): Promise<void> {
    try {
      const bytes = await this.#bodies.get(number)?.readBody(mostBytes);
      this.send({ kind: 'body', number, body: { bytes: bytes && ownBytes(bytes) } });
    } catch (error) {
      this.send({ kind: 'body', number, body: { broken: String(error) } });
    }
  }
}

/** Whether a body follows that was not passed with the request. */
function mayHaveBody({ method }: HttpRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

async function passedRequest(request: HttpRequest): Promise<PassedRequest> {
  const { method, target, caller, id = '' } = request;
  const headers = request.headers?.() ?? {};
  const isSmall = mayHaveBody(request) && Number(headers['content-length'] ?? Infinity) <= SMALL_BODY_BYTES;
  // One that is incomplete is refused where it is asked for.
  const body = isSmall ? await request.readBody(SMALL_BODY_BYTES).catch(() => undefined) : undefined;
  return { method, target, caller, id, headers, body: body && ownBytes(body) };
}

/** A copy that shares no memory with other requests. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
