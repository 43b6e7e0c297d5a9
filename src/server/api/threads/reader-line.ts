import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

import type { HttpAnswer, HttpHandler, HttpRequest } from '../../http/http-message.ts';
import type { FedStep } from '../../store/held/log-step.ts';
import type { Asked, Desk, FromReader, Told, ToReader } from './messages.ts';
import { LineEnd, mayHaveBody, outcomeOf, passedRequest, requestOf } from './line-end.ts';

interface LineParts {
  readonly step: (step: FedStep) => void;
  readonly listen: (port: number) => void;
  readonly drain: () => void;
  readonly keysChanged: () => void;
  /** Answers requests for pages that arrived at the deciding thread. */
  readonly page: HttpHandler;
}

type Received = ToReader | Asked | Told;

/** A reader's end of its line to the deciding thread. */
export class ReaderLine extends LineEnd<FromReader> {
  readonly #port: MessagePort;
  readonly #parts: LineParts;
  readonly #received: Received[] = [];
  readonly #bodies = new Map<number, HttpRequest>();
  /** Pages for the deciding thread. */
  readonly #answering = new Set<Promise<void>>();

  constructor(port: MessagePort, parts: LineParts) {
    super();
    this.#port = port;
    this.#parts = parts;
    port.on('message', (messages: readonly Received[]) => this.#receiveAll(messages));
  }

  /**
   * Applies everything that was sent before the call. A change is sent before the answer that reports it, so a reader that catches up
   * before each answer never shows a caller less than they know.
   */
  catchUp(): void {
    for (let next = receiveMessageOnPort(this.#port); next !== undefined; next = receiveMessageOnPort(this.#port))
      this.#receiveAll(next.message as readonly Received[]);
  }

  protected post(messages: readonly (FromReader | Asked | Told)[]): void {
    this.#port.postMessage(messages);
  }

  /** Passes a request to the deciding thread, and resolves with its answer. */
  async pass(desk: Desk, request: HttpRequest): Promise<HttpAnswer> {
    const passed = await passedRequest(request);
    const answer = this.ask('answer', { desk, request: passed });
    const { number } = this;
    if (passed.body !== undefined || !mayHaveBody(request)) return answer;
    this.#bodies.set(number, request);
    return answer.finally(() => this.#bodies.delete(number));
  }

  /** Asks the deciding thread to admit a listener. `goesOn`: whether their key or session is still valid, without extending it. */
  async admission(request: HttpRequest) {
    const admitted = this.ask('admission', await passedRequest(request));
    const { number } = this;
    return { ...(await admitted), goesOn: () => this.ask('still valid', number) };
  }

  /** Finishes pending answers, then reports that nothing more will come. */
  async drained(): Promise<void> {
    await Promise.all(this.#answering);
    this.send({ kind: 'drained' });
  }

  /** Queues steps one by one: a step may make its followers catch up, and they must receive the following steps in order. */
  #receiveAll(messages: readonly Received[]): void {
    for (const message of messages) {
      if (message.kind !== 'steps') this.#received.push(message);
      else for (const step of message.steps) this.#received.push({ kind: 'steps', steps: [step] });
    }
    for (let next = this.#received.shift(); next !== undefined; next = this.#received.shift()) this.#receive(next);
  }

  #receive(message: Received): void {
    switch (message.kind) {
      case 'steps':
        return message.steps.forEach((step) => this.#parts.step(step));
      case 'told':
        return this.told(message);
      case 'asked':
        return this.#answer(message);
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

  #answer({ number, asked }: Asked): void {
    if (asked.what !== 'answer') return;
    const request = requestOf(asked.ask.request, async () => undefined);
    const outcome = outcomeOf(number, () => this.#parts.page(request));
    const answered = outcome.then((is) => this.send({ kind: 'told', outcome: is })).finally(() => this.#answering.delete(answered));
    this.#answering.add(answered);
  }

  async #sendBody(number: number, mostBytes: number): Promise<void> {
    try {
      const bytes = await this.#bodies.get(number)?.readBody(mostBytes);
      this.send({ kind: 'body', number, body: { bytes: bytes && new Uint8Array(bytes) } });
    } catch (error) {
      this.send({ kind: 'body', number, body: { broken: String(error) } });
    }
  }
}
