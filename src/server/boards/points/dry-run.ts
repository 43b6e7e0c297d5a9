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
