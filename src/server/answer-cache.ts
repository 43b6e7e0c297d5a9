import { hash } from 'node:crypto';

/** An answer as it is sent, and the entity tag of exactly these bytes. */
export interface CachedAnswer {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly etag: string;
}

/** How many characters of answers are kept at most; the largest single answer is some 300 kB. */
const ROOM = 32 * 1024 * 1024;

/**
 * Answers that stay true while a revision does, serialised once: a thousand viewers asking the same question
 * cost little more than one. Whoever asks while an answer is being made waits for that one.
 */
export class AnswerCache {
  readonly #revision: () => number;
  #at = -1;
  #room = ROOM;
  #answers = new Map<string, Promise<CachedAnswer>>();

  /** `revision` gives a number that changes whenever any answer might. */
  constructor(revision: () => number) {
    this.#revision = revision;
  }

  /** The answer to a question, made by `make` if nobody asked since the last change. What `make` throws is not kept. */
  get(question: string, make: () => Promise<object>): Promise<CachedAnswer> {
    const now = this.#revision();
    if (now !== this.#at || this.#room < 0) {
      this.#at = now;
      this.#room = ROOM;
      this.#answers = new Map();
    }
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const made = this.#kept(question, make, now, this.#answers);
    this.#answers.set(question, made);
    return made;
  }

  async #kept(
    question: string,
    make: () => Promise<object>,
    at: number,
    answers: Map<string, Promise<CachedAnswer>>,
  ): Promise<CachedAnswer> {
    try {
      const answer = await this.#make(make);
      this.#room -= answer.body.length + question.length;
      // What was read while a commit came between may be of before or after it: good enough to send, not to keep.
      if (this.#revision() !== at) answers.delete(question);
      return answer;
    } catch (error) {
      answers.delete(question);
      throw error;
    }
  }

  async #make(make: () => Promise<object>): Promise<CachedAnswer> {
    const body = Buffer.from(JSON.stringify(await make()));
    return { body, etag: `"${hash('sha256', body, 'base64url').slice(0, 22)}"` };
  }
}

/** Whether an `If-None-Match` header names this entity tag, or any at all. */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
