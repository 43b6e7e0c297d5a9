import { DAY_MS } from '../../../domain/durations.ts';

/** For how many days and weeks with backups the last scheduled one is kept. */
const KEPT_DAYS = 7;
const KEPT_WEEKS = 4;

export type BackupOrigin = 'scheduled' | 'manual';

/** A backup's file name, which sorts by time: `laurels-20261123T012800Z.backup`, or `…Z-manual.backup`. */
export function backupName(at: number, origin: BackupOrigin): string {
  return `laurels-${new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '')}${origin === 'manual' ? '-manual' : ''}.backup`;
}

/** A file named like a backup, with its time in epoch milliseconds. */
export interface NamedBackup {
  readonly name: string;
  readonly madeAt: number;
  readonly origin: BackupOrigin;
}

const NAME = /^laurels-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-manual)?\.backup$/;

/** The backups among file names, newest first. */
export function backupsAmong(names: readonly string[]): readonly NamedBackup[] {
  const found = names.flatMap((name): NamedBackup[] => {
    const [, year, month, day, hour, minute, second, manual] = NAME.exec(name) ?? [];
    const madeAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    return Number.isNaN(madeAt) ? [] : [{ name, madeAt, origin: manual === undefined ? 'scheduled' : 'manual' }];
  });
  return found.toSorted((a, b) => b.madeAt - a.madeAt);
}

/** The time of the newest backup (of one `origin`), in epoch milliseconds; `undefined` if none. Ignores names later than `now`. */
export function newestBackup(names: readonly string[], now: number, origin?: BackupOrigin): number | undefined {
  const past = names.filter((name) => name <= backupName(now, 'scheduled'));
  return backupsAmong(past).find((found) => origin === undefined || found.origin === origin)?.madeAt;
}

/**
 * Backups to delete: all but the newest `keep` scheduled ones, the last of some days and weeks (UTC), and the newest `keep`
 * manual ones. Manual backups never evict scheduled ones, or an operator could lose all good ones within seconds. Files that
 * are not backups are left alone.
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

/** The longest time that a scheduled backup is kept, in milliseconds, if one is created every `everyMs`. */
export function longestKeptMs({ everyMs, keep }: { readonly everyMs: number; readonly keep: number }): number {
  const spans = Math.max(KEPT_DAYS * Math.max(DAY_MS, everyMs), KEPT_WEEKS * Math.max(7 * DAY_MS, everyMs));
  return Math.max(keep * everyMs, spans) + everyMs;
}

/** The last backup of each of the newest `spans` spans with any. */
function lastOfEach(newestFirst: readonly NamedBackup[], spanMs: number, spans: number): readonly NamedBackup[] {
  const bySpan = Map.groupBy(newestFirst, ({ madeAt }) => Math.floor(madeAt / spanMs));
  return [...bySpan.values()].slice(0, spans).map(([last]) => last!);
}
