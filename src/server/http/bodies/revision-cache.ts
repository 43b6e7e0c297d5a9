/** The default capacity in bytes; the largest answer is some 300 kB. */
const ROOM_BYTES = 32 * 1024 * 1024;

/**
 * A cache that is valid for one revision, and shares pending answers. `revision` gives a value that changes whenever an answer might. Sizes
 * are in bytes.
 */
export function createRevisionCache<T extends { readonly size: number }>(revision: () => number | string, whole = ROOM_BYTES) {
  let keptAt: number | string = -1;
  let room = whole;
  let answers = new Map<string, Promise<T>>();

  /** The cached or pending answer to a question. */
  function known(question: string): Promise<T> | undefined {
    const now = revision();
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
      // An answer that raced a commit may be sent, but not cached.
      if (revision() !== at) among.delete(question);
      return answer;
    } catch (error) {
      among.delete(question);
      throw error;
    }
  }

  return {
    known,
    /** The answer to a question, from the cache or from `make`. Errors are not cached. */
    get(question: string, make: () => Promise<T>): Promise<T> {
      const before = known(question);
      if (before !== undefined) return before;
      const made = kept(question, make, keptAt, answers);
      answers.set(question, made);
      return made;
    },
  };
}
