/** How much is kept unless somebody says otherwise, in bytes; the largest single answer is some 300 kB. */
const ROOM_BYTES = 32 * 1024 * 1024;

/**
 * Keeps what stays true while a revision does, made once: a thousand viewers asking the same question cost little
 * more than one. Whoever asks while an answer is being made waits for that one. `revision` gives a value that changes
 * whenever any answer might. An answer's `size` is in bytes, and so is `whole`.
 */
export function createRevisionCache<T extends { readonly size: number }>(revision: () => number | string, whole = ROOM_BYTES) {
  let keptAt: number | string = -1;
  let room = whole;
  let answers = new Map<string, Promise<T>>();

  /** The answer to a question, if it was made since the last change or is being made. */
  function known(question: string): Promise<T> | undefined {
    const now = revision();
    // What may not be true any more, or is too much, is forgotten.
    if (now !== keptAt || room < 0) {
      keptAt = now;
      room = whole;
      answers = new Map();
    }
    return answers.get(question);
  }

  async function kept(question: string, make: () => Promise<T>, at: number | string, among: Map<string, Promise<T>>): Promise<T> {
    try {
      const answer = await make();
      room -= answer.size + question.length;
      // What was read while a commit came between may be of before or after it: good enough to send, not to keep.
      if (revision() !== at) among.delete(question);
      return answer;
    } catch (error) {
      among.delete(question);
      throw error;
    }
  }

  return {
    known,
    /** The answer to a question, made by `make` if nobody asked since the last change. What `make` throws is not kept. */
    get(question: string, make: () => Promise<T>): Promise<T> {
      const before = known(question);
      if (before !== undefined) return before;
      const made = kept(question, make, keptAt, answers);
      answers.set(question, made);
      return made;
    },
  };
}
