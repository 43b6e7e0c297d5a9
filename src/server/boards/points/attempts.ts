/** Thrown in a commit whose preconditions another process has changed. Nothing was stored, and the commit is retried. */
export const OVERTAKEN = new Error('Another process changed the preconditions of this commit');

/** The most attempts of such a commit. */
const MOST_ATTEMPTS = 20;

/** Retries `work` while it throws {@link OVERTAKEN}. */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (error !== OVERTAKEN || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}

const DRY_RUN = new Error('Dry run');

/** A dry run: runs `commit` up to `end`, captures its argument and aborts. `undefined` without `end`. Rejects as `commit`. */
export async function dryRun<Found>(commit: (end: (found: Found) => never) => Promise<unknown>): Promise<Found | undefined> {
  let found: Found | undefined;
  try {
    await commit((what) => {
      found = what;
      throw DRY_RUN;
    });
  } catch (error) {
    if (error !== DRY_RUN) throw error;
  }
  return found;
}
