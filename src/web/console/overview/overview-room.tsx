import type { ReactNode } from 'react';

import type { ApiOverview } from '../../../contract/running-server.ts';
import { Link } from '../../address/link.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Asked } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { DataTable } from '../parts/table.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { PERIOD_NOUNS } from '../parts/words/period-words.ts';
import { Activity } from './activity.tsx';
import { attention, passkeysByOthers } from './attention.ts';
import { bytesText } from '../parts/words/bytes-text.ts';
import styles from './overview.module.css';
import { OVERVIEW } from './overview-words.ts';
import { Setup } from './setup.tsx';

const EVERY_MS = 5000;

const MOST_KEYS = 5;

/** The start page of the console. */
export function Component() {
  return (
    <RoomPage {...OVERVIEW.page}>
      <Asked hasRequest id="overview" everyMs={EVERY_MS}>
        {(now) => <Overview now={now} />}
      </Asked>
    </RoomPage>
  );
}

function Overview({ now }: { readonly now: ApiOverview }) {
  const { locale, count } = useNumberFormat();
  const { endings, keys, processes, activity } = now;
  const { ending, keys: inUse, processes: running } = OVERVIEW;
  return (
    <>
      <NeedsYou overview={now} />
      <Setup overview={now} />
      <OverviewTiles overview={now} />
      <Activity activity={activity} />
      <DataTable
        rows={endings}
        {...ending}
        keyOf={({ endsAt }) => endsAt}
        columns={{
          ends: { line: ({ endsAt }) => <Moment at={endsAt} isExact /> },
          boards: ({ boards, boardsWithPrizes, board, kinds }) => (
            <Link to={`/periods?board=${board.name}`}>
              {ending.boards(
                boards,
                board.title,
                boardsWithPrizes,
                kinds.map((kind) => PERIOD_NOUNS[kind]),
              )}
            </Link>
          ),
          final: { line: ({ finalAt }) => <Moment at={finalAt} isExact /> },
        }}
      />
      <RoomPart title={inUse.title}>
        <DataTable
          rows={keys.slice(0, MOST_KEYS)}
          heads={inUse.heads}
          none={inUse.none}
          columns={{
            key: ({ name }) => <Link to="/keys">{name}</Link>,
            role: ({ role }) => role,
            events: { number: ({ events }) => count(events) },
            posted: { line: ({ lastEventAt }) => <Moment at={lastEventAt} /> },
            used: { line: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
          }}
        />
        {keys.length > MOST_KEYS ? <Link to="/keys">{inUse.all(count(keys.length))}</Link> : null}
      </RoomPart>
      <DataTable
        rows={processes}
        {...running}
        columns={{
          process: ({ id, isThis }) => (isThis ? running.here(id) : id),
          seen: { line: ({ heardAt }) => <Moment at={heardAt} /> },
          started: { line: ({ startedAt }) => (startedAt === null ? running.unknown : <Moment at={startedAt} />) },
          version: ({ version }) => version ?? running.unknown,
          memory: { number: ({ memoryBytes }) => (memoryBytes === null ? running.unknown : bytesText(memoryBytes, locale)) },
        }}
      />
    </>
  );
}

function NeedsYou({ overview }: { readonly overview: ApiOverview }) {
  const { id } = usePerson();
  const { answer } = useQuestion('operators');
  const own = answer?.operators.find((each) => each.id === id)?.passkeys ?? [];
  const matters = [...passkeysByOthers(own, Date.parse(overview.at)), ...attention(overview)];
  if (matters.length === 0) {
    return (
      <p className={look.good}>
        <strong>{OVERVIEW.clear}</strong>
        {overview.disk === null ? ` ${OVERVIEW.clearButBackups}` : ''}
      </p>
    );
  }
  return (
    <section aria-label={OVERVIEW.attention} className={look.bad}>
      <h2 className={look.partTitle}>{OVERVIEW.attention}</h2>
      <ul className={look.stack}>
        {matters.map(({ words, path }) => (
          <li key={words}>{path === undefined ? words : <Link to={path}>{words}</Link>}</li>
        ))}
      </ul>
    </section>
  );
}

function OverviewTiles({ overview: { events, disk, backups, processes } }: { readonly overview: ApiOverview }) {
  const { count, locale } = useNumberFormat();
  const { tiles } = OVERVIEW;
  const { minutes } = events;
  const perSecond = events.perSecond.toLocaleString(locale, { maximumFractionDigits: 1 });
  const inAll = minutes.reduce((sum, minute) => sum + minute, 0);
  const most = Math.max(1, ...minutes);
  // One bar per minute; the text next to it says the same.
  const bars = minutes.map((minute, i) => {
    const height = (minute / most) * 20;
    return `M${60 - minutes.length + i + 0.1} 20v${-height}h.8v${height}z`;
  });
  return (
    <dl className={look.fit}>
      <Tile name={tiles.events} figure={perSecond}>
        <svg className={styles.bars} viewBox="0 0 60 20" preserveAspectRatio="none" aria-hidden="true">
          <path d={bars.join('')} />
        </svg>
        {tiles.inMinutes(count(inAll), minutes.length)}
      </Tile>
      <Tile name={tiles.backup} figure={backups.newestAt === null ? tiles.noBackup : <Moment at={backups.newestAt} />}>
        <Link to="/backups">{tiles.backups}</Link>
      </Tile>
      {disk === null ? null : (
        <Tile name={tiles.disk} figure={tiles.free(bytesText(disk.freeBytes, locale))}>
          {tiles.used(bytesText(disk.totalBytes, locale), bytesText(disk.databaseBytes, locale))}
        </Tile>
      )}
      <Tile name={tiles.processes} figure={count(processes.length)}>
        {tiles.sharing(processes.length)}
      </Tile>
    </dl>
  );
}

function Tile({ name, figure, children }: { readonly name: string; readonly figure: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={`card ${styles.tile}`}>
      <dt className={`${look.small} ${look.label}`}>{name}</dt>
      <dd className={styles.figure}>{figure}</dd>
      <dd className={look.small}>{children}</dd>
    </div>
  );
}
