/** How much is kept unless somebody says otherwise, in bytes; the largest single answer is some 300 kB. */
const ROOM_BYTES = 32 * 1024 * 1024;

/**
 * Keeps what stays true while a revision does, made once: a thousand viewers asking the same question cost little
 * more than one. Whoever asks while an answer is being made waits for that one.
 */
export class RevisionCache<T extends { readonly size: number }> {
  readonly #revision: () => number | string;
  readonly #whole: number;
  #at: number | string = -1;
  #room: number;
  #answers = new Map<string, Promise<T>>();

  /** `revision` gives a value that changes whenever any answer might. An answer's `size` is in bytes, and so is `room`. */
  constructor(revision: () => number | string, room = ROOM_BYTES) {
    this.#revision = revision;
    this.#whole = room;
    this.#room = room;
  }

  /** The answer to a question, if it was made since the last change or is being made. */
  known(question: string): Promise<T> | undefined {
    this.#renew();
    return this.#answers.get(question);
  }

  /** The answer to a question, made by `make` if nobody asked since the last change. What `make` throws is not kept. */
  get(question: string, make: () => Promise<T>): Promise<T> {
    const known = this.known(question);
    if (known !== undefined) return known;
    const made = this.#kept(question, make, this.#at, this.#answers);
    this.#answers.set(question, made);
    return made;
  }

  /** Forgets what may not be true any more, or is too much. */
  #renew(): void {
    const now = this.#revision();
    if (now === this.#at && this.#room >= 0) return;
    this.#at = now;
    this.#room = this.#whole;
    this.#answers = new Map();
  }

  async #kept(question: string, make: () => Promise<T>, at: number | string, answers: Map<string, Promise<T>>): Promise<T> {
    try {
      const answer = await make();
      this.#room -= answer.size + question.length;
      // What was read while a commit came between may be of before or after it: good enough to send, not to keep.
      if (this.#revision() !== at) answers.delete(question);
      return answer;
    } catch (error) {
      answers.delete(question);
      throw error;
    }
  }
}
