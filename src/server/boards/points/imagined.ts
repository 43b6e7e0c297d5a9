const IMAGINED = new Error('This was only imagined');

/** A dry run: runs `commit` up to `end`, captures its argument and aborts. `undefined` without `end`. Rejects as `commit`. */
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
