/** What a commit begins with is not so any more: another process was faster. Nothing was kept, and the commit begins anew. */
export const OVERTAKEN = new Error('Something is otherwise than when the commit began');

/** How often a commit begins anew. Each time another process changed what it goes by. */
const MOST_ATTEMPTS = 20;

/** Does what begins anew as long as it throws {@link OVERTAKEN}. */
export async function attempted<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (error !== OVERTAKEN || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
