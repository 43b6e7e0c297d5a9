import type { ReactNode } from 'react';

import type { ApiOverview } from '../../../contract/server-answers.ts';
import { useNumberFormat } from '../../ui/number-format.ts';
import look from '../parts/console.module.css';
import { bytesText } from './bytes-text.ts';
import styles from './overview.module.css';
import { timeSince } from './time-since.ts';

/** The figures, each in a tile of its own. */
export function OverviewTiles({ overview: { at, events, disk, backups, processes } }: { readonly overview: ApiOverview }) {
  const { count, locale } = useNumberFormat();
  const perSecond = events.perSecond.toLocaleString(locale, { maximumFractionDigits: 1 });
  const inAll = events.minutes.reduce((sum, minute) => sum + minute, 0);
  return (
    <dl className={styles.tiles}>
      <Tile name="Events a second" figure={perSecond}>
        <MinuteBars minutes={events.minutes} />
        {count(inAll)} in {events.minutes.length === 1 ? 'the last minute' : `the last ${events.minutes.length} minutes`}
      </Tile>
      <Tile name="Newest backup" figure={backups.newestAt === null ? 'none' : timeSince(backups.newestAt, at)}>
        {backups.schedule === null ? (backups.trouble ?? '') : `The last ${count(backups.schedule.keep)} are kept`}
      </Tile>
      {disk === null ? null : (
        <Tile name="Disk" figure={`${bytesText(disk.freeBytes, locale)} free`}>
          of {bytesText(disk.totalBytes, locale)}; the database takes {bytesText(disk.databaseBytes, locale)}
        </Tile>
      )}
      <Tile name="Processes" figure={count(processes.length)}>
        {processes.length === 1 ? 'share the data: this one alone' : 'share the data'}
      </Tile>
    </dl>
  );
}

function Tile({ name, figure, children }: { readonly name: string; readonly figure: string; readonly children: ReactNode }) {
  return (
    <div className={styles.tile}>
      <dt className={`${look.small} ${look.label}`}>{name}</dt>
      <dd className={styles.figure}>{figure}</dd>
      <dd className={look.small}>{children}</dd>
    </div>
  );
}

/** A bar for each minute; the words beside it say the same. */
function MinuteBars({ minutes }: { readonly minutes: readonly number[] }) {
  const most = Math.max(1, ...minutes);
  const bars = minutes.map((minute, i) => {
    const height = (minute / most) * 20;
    return `M${60 - minutes.length + i + 0.1} 20v${-height}h.8v${height}z`;
  });
  return (
    <svg className={styles.bars} viewBox="0 0 60 20" preserveAspectRatio="none" aria-hidden="true">
      <path d={bars.join('')} />
    </svg>
  );
}
