const IMAGINED = new Error('This was only imagined');

/**
 * What a commit would do, which is not done: `commit` calls `end` inside it with what it found there. `undefined` if it never does.
 * Rejects as `commit`.
 */
export async function imagined<Found>(commit: (end: (found: Found) => never) => Promise<unknown>): Promise<Found | undefined> {
  let found: Found | undefined;
  try {
    await commit((what) => {
      found = what;
      throw IMAGINED;
    });
  } catch (error) {
    if (error !== IMAGINED) throw error;
  }
  return found;
}
