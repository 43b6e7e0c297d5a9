import { DAY_MS } from '../../../domain/durations.ts';

/** Of how many days and weeks the last scheduled backup is kept, whatever else is: those on which one was made. */
const KEPT_DAYS = 7;
const KEPT_WEEKS = 4;

/** What made a backup: the schedule of a server, or somebody who asked for one. */
export type BackupOrigin = 'scheduled' | 'manual';

/** What a backup of a moment is called, so that names are in the order of time: `laurels-20261123T012800Z.backup`, or `…Z-manual.backup`. */
export function backupName(at: number, origin: BackupOrigin): string {
  return `laurels-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}${origin === 'manual' ? '-manual' : ''}.backup`;
}

/** When and by what a backup was made, in epoch milliseconds, from its name; `undefined` for any other file. */
export function backupOf(name: string): { readonly madeAt: number; readonly origin: BackupOrigin } | undefined {
  const found = /^laurels-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-manual)?\.backup$/.exec(name);
  if (found === null) return undefined;
  const [, year, month, day, hour, minute, second, manual] = found;
  const madeAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return Number.isNaN(madeAt) ? undefined : { madeAt, origin: manual === undefined ? 'scheduled' : 'manual' };
}

/** When the newest of the files of a folder that are backups was made, in epoch milliseconds; `undefined` if none is. `origin`: of that one alone. */
export function newestBackup(names: readonly string[], origin?: BackupOrigin): number | undefined {
  return names.reduce<number | undefined>((newest, name) => {
    const found = backupOf(name);
    const at = origin === undefined || found?.origin === origin ? found?.madeAt : undefined;
    return at === undefined || (newest !== undefined && newest >= at) ? newest : at;
  }, undefined);
}

/**
 * Which backups are not kept. Of the scheduled ones the newest `keep` are kept, and the last of each of some days and weeks
 * (UTC); of the manual ones the newest `keep`. Neither evicts the other: somebody who may make backups could otherwise lose
 * all good ones within seconds. Files that are none are nobody's to delete.
 */
export function backupsToDelete(names: readonly string[], keep: number): readonly string[] {
  const newestFirst = names
    .flatMap((name) => ({ name, ...backupOf(name) }))
    .filter((each): each is Backup => 'madeAt' in each)
    .toSorted((a, b) => b.madeAt - a.madeAt);
  const of = (origin: BackupOrigin) => newestFirst.filter((each) => each.origin === origin);
  const scheduled = of('scheduled');
  const kept = new Set([
    ...scheduled.slice(0, keep),
    ...lastOfEach(scheduled, DAY_MS, KEPT_DAYS),
    ...lastOfEach(scheduled, 7 * DAY_MS, KEPT_WEEKS),
    ...of('manual').slice(0, keep),
  ]);
  return newestFirst.filter((each) => !kept.has(each)).map(({ name }) => name);
}

interface Backup {
  readonly name: string;
  readonly madeAt: number;
  readonly origin: BackupOrigin;
}

/** The last of each span of time that has any: of the newest `spans` of these. */
function lastOfEach(newestFirst: readonly Backup[], spanMs: number, spans: number): readonly Backup[] {
  const bySpan = new Map<number, Backup>();
  for (const each of newestFirst) {
    const span = Math.floor(each.madeAt / spanMs);
    if (!bySpan.has(span)) bySpan.set(span, each);
  }
  return [...bySpan.values()].slice(0, spans);
}
