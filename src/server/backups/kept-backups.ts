/** What a backup of a moment is called, so that names are in the order of time: `laurels-20261123T012800Z.backup`. */
export function backupName(at: number): string {
  return `laurels-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
}

/** When a backup was made, in epoch milliseconds, from its name; `undefined` for any other file. */
export function backupTime(name: string): number | undefined {
  const found = /^laurels-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(name);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second] = found;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(at) ? undefined : at;
}

/** The newest of the files of a folder that are backups; `undefined` if none is. In epoch milliseconds. */
export function newestBackup(names: readonly string[]): number | undefined {
  return names.reduce<number | undefined>((newest, name) => {
    const at = backupTime(name);
    return at === undefined || (newest !== undefined && newest >= at) ? newest : at;
  }, undefined);
}

/** Which backups are not kept: all but the newest `keep`. Files that are none are nobody's to delete. */
export function backupsToDelete(names: readonly string[], keep: number): readonly string[] {
  return names
    .filter((name) => backupTime(name) !== undefined)
    .toSorted((a, b) => backupTime(b)! - backupTime(a)!)
    .slice(keep);
}
