import { Problem } from '../../http/problem.ts';
import type { Asked, Outcome, Questions } from './messages.ts';

/** The questions that a thread has sent to another one, until their outcomes arrive. */
export class QuestionsOut {
  readonly #send: (message: Asked) => void;
  readonly #open = new Map<number, PromiseWithResolvers<never>>();
  #number = 0;

  constructor(send: (message: Asked) => void) {
    this.#send = send;
  }

  /** How many there are. */
  get open(): number {
    return this.#open.size;
  }

  /** A number for {@link ask}. */
  next(): number {
    return (this.#number += 1);
  }

  /** Rejects with what the other thread refused with. */
  ask<What extends keyof Questions>(what: What, ask: Questions[What]['ask'], number = this.next()): Promise<Questions[What]['told']> {
    const asked = Promise.withResolvers<never>();
    this.#open.set(number, asked);
    this.#send({ kind: 'asked', number, asked: { what, ask } as Asked['asked'] });
    return asked.promise;
  }

  told(outcome: Outcome): void {
    const asked = this.#open.get(outcome.number);
    this.#open.delete(outcome.number);
    if ('told' in outcome) asked?.resolve(outcome.told as never);
    else if ('problem' in outcome) {
      const { code, message, faults, headers, told } = outcome.problem;
      asked?.reject(new Problem(code, message, faults, headers, told));
    } else {
      const error = new Error('The other thread failed');
      // The log gets the cause, not where it arrived.
      error.stack = outcome.failure;
      asked?.reject(error);
    }
  }

  /** Rejects all of them: the other thread is gone. */
  fail(why: Error): void {
    for (const { reject } of this.#open.values()) reject(why);
    this.#open.clear();
  }
}

/** How an attempt to answer a question ended. `problemOf` converts failures that its caller may see. */
export async function outcomeOf(
  number: number,
  answer: () => Promise<Questions[keyof Questions]['told']>,
  problemOf: (error: unknown) => Problem | undefined,
): Promise<Outcome> {
  try {
    return { number, told: await answer() };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === undefined) return { number, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    const { code, message, faults, headers, told } = problem;
    return { number, problem: { code, message, faults, headers, told } };
  }
}
