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

/** A file that is called as backups are, with when it was made, in epoch milliseconds, and by what. */
export interface NamedBackup {
  readonly name: string;
  readonly madeAt: number;
  readonly origin: BackupOrigin;
}

const NAME = /^laurels-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-manual)?\.backup$/;

/** Those of the files of a folder that are backups, newest first. */
export function backupsAmong(names: readonly string[]): readonly NamedBackup[] {
  const found = names.flatMap((name): NamedBackup[] => {
    const [, year, month, day, hour, minute, second, manual] = NAME.exec(name) ?? [];
    const madeAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return Number.isNaN(madeAt) ? [] : [{ name, madeAt, origin: manual === undefined ? 'scheduled' : 'manual' }];
  });
  return found.toSorted((a, b) => b.madeAt - a.madeAt);
}

/**
 * When the newest of the files of a folder that are backups was made, in epoch milliseconds; `undefined` if none is. `origin`: of that
 * one alone. A name that is ahead of `now` says nothing.
 */
export function newestBackup(names: readonly string[], now: number, origin?: BackupOrigin): number | undefined {
  const past = names.filter((name) => name <= backupName(now, 'scheduled'));
  return backupsAmong(past).find((found) => origin === undefined || found.origin === origin)?.madeAt;
}

/**
 * Which backups are not kept. Of the scheduled ones the newest `keep` are kept, and the last of each of some days and weeks
 * (UTC); of the manual ones the newest `keep`. Neither evicts the other: somebody who may make backups could otherwise lose
 * all good ones within seconds. Files that are none are nobody's to delete.
 */
export function backupsToDelete(names: readonly string[], keep: number): readonly string[] {
  const newestFirst = backupsAmong(names);
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

/** The last of each span of time that has any: of the newest `spans` of these. */
function lastOfEach(newestFirst: readonly NamedBackup[], spanMs: number, spans: number): readonly NamedBackup[] {
  const bySpan = Map.groupBy(newestFirst, ({ madeAt }) => Math.floor(madeAt / spanMs));
  return [...bySpan.values()].slice(0, spans).map(([last]) => last!);
}
