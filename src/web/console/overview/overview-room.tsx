import type { ReactNode } from 'react';

import type { ApiOverview } from '../../../contract/running-server.ts';
import { Link } from '../../address/link.tsx';
import { useNumberFormat } from '../../ui/number-format.ts';
import { usePerson } from '../asking/signed-in.ts';
import { useQuestion } from '../asking/use-question.ts';
import { ActForm } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { DataTable } from '../parts/list.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { PERIOD_NOUNS } from '../parts/words/period-words.ts';
import { attention, passkeysByOthers } from './attention.ts';
import { bytesText } from './bytes-text.ts';
import styles from './overview.module.css';
import { timeSince } from './time-since.ts';

/** How often it is asked for, in milliseconds. */
const EVERY_MS = 5000;

/** All that an operator looks at first. */
export function Component() {
  return (
    <RoomPage title="Overview" lead="What’s happening and what needs your attention.">
      <Asked hasRequest id="overview" everyMs={EVERY_MS}>
        {(now) => <Overview now={now} />}
      </Asked>
    </RoomPage>
  );
}

function Overview({ now }: { readonly now: ApiOverview }) {
  const { locale } = useNumberFormat();
  const { at, backups, closings, keys, processes } = now;
  const { answer: kept } = useQuestion('backups', undefined, { isAsked: backups.schedule !== null });
  return (
    <>
      <NeedsYou overview={now} />
      {keys.every(({ lastEventAt }) => lastEventAt === null) ? <StartHere /> : null}
      <OverviewTiles overview={now} />
      <RoomPart title="What ends next">
        <DataTable
          rows={closings}
          keyOf={({ board, kind, from }) => `${board} ${kind} ${from}`}
          none="Nothing ends: there is no board."
          columns={{
            Period: ({ board, title, kind, from }) => (
              <Link to={`/periods?board=${board}`}>
                {title}, {PERIOD_NOUNS[kind]} from {from}
              </Link>
            ),
            Ends: ({ endsAt }) => <Moment at={endsAt} />,
            Final: ({ finalAt }) => <Moment at={finalAt} />,
            'To be won': ({ hasPrizes }) => (hasPrizes ? 'prizes' : 'nothing'),
          }}
        />
      </RoomPart>
      <RoomPart title="Who sends points">
        <DataTable
          rows={keys}
          none="No key is in use. Make one under Keys."
          columns={{
            Key: ({ name }) => <Link to="/keys">{name}</Link>,
            Role: ({ role }) => role,
            'Last event': ({ lastEventAt }) => timeSince(lastEventAt, at),
            'Last used': ({ lastUsedAt }) => timeSince(lastUsedAt, at),
          }}
        />
      </RoomPart>
      <RoomPart title="Backups">
        {backups.schedule === null ? (
          <p>{backups.trouble}</p>
        ) : (
          <>
            <DataTable
              rows={kept?.backups ?? []}
              none="There is no backup yet."
              columns={{
                File: ({ name }) => name,
                Made: ({ madeAt }) => <Moment at={madeAt} />,
                'Made by': ({ origin }) => (origin === 'manual' ? 'hand' : 'schedule'),
                Checked: ({ checked }) => (checked ? 'yes' : 'no'),
                Size: { number: ({ bytes }) => bytesText(bytes, locale) },
              }}
            />
            <ActForm act="makeBackup" label="Make a backup now" done={({ file }) => `The backup is made: ${file}`} />
          </>
        )}
      </RoomPart>
      <RoomPart title="Processes">
        <DataTable
          rows={processes}
          none="No process is known."
          columns={{
            Process: ({ id, isThis }) => (isThis ? `${id} (answers you)` : id),
            Heard: ({ heardAt }) => timeSince(heardAt, at),
            Since: ({ startedAt }) => (startedAt === null ? 'unknown' : <Moment at={startedAt} />),
            Version: ({ version }) => version ?? 'unknown',
            Memory: { number: ({ memoryBytes }) => (memoryBytes === null ? 'unknown' : bytesText(memoryBytes, locale)) },
          }}
        />
      </RoomPart>
    </>
  );
}

/** What needs attention, with a link to where it is dealt with; or that nothing does. */
function NeedsYou({ overview }: { readonly overview: ApiOverview }) {
  const { id } = usePerson();
  const { answer } = useQuestion('operators');
  const own = answer?.operators.find((each) => each.id === id)?.passkeys ?? [];
  const matters = [...passkeysByOthers(own, Date.parse(overview.at)), ...attention(overview)];
  if (matters.length === 0) {
    return (
      <p className={look.good}>
        <strong>All clear</strong>
      </p>
    );
  }
  return (
    <section aria-label="Needs attention" className={look.bad}>
      <h2 className={look.partTitle}>Needs attention</h2>
      <ul className={look.stack}>
        {matters.map(({ words, path }) => (
          <li key={words}>{path === undefined ? words : <Link to={path}>{words}</Link>}</li>
        ))}
      </ul>
    </section>
  );
}

/** The way from nothing to a board that lives, for as long as no program has sent points. */
function StartHere() {
  return (
    <RoomPart title="Start here">
      <ol className={look.steps}>
        <li>
          <Link to="/appearance">Put your game’s name and colour on the site</Link>
        </li>
        <li>
          <Link to="/boards">Make a board</Link>, or use the one that is there
        </li>
        <li>
          <Link to="/catalogue?part=prizes">Say what can be won</Link>
        </li>
        <li>
          <Link to="/events">Post points by hand</Link>, or <Link to="/keys">make a key</Link> with which your game does
        </li>
        <li>
          <Link to="/periods">See how a week ends</Link>, and how long you look at results before prizes are due
        </li>
      </ol>
    </RoomPart>
  );
}

/** The figures, each in a tile of its own. */
function OverviewTiles({ overview: { at, events, disk, backups, processes } }: { readonly overview: ApiOverview }) {
  const { count, locale } = useNumberFormat();
  const { minutes } = events;
  const perSecond = events.perSecond.toLocaleString(locale, { maximumFractionDigits: 1 });
  const inAll = minutes.reduce((sum, minute) => sum + minute, 0);
  const most = Math.max(1, ...minutes);
  // A bar for each minute; the words beside it say the same.
  const bars = minutes.map((minute, i) => {
    const height = (minute / most) * 20;
    return `M${60 - minutes.length + i + 0.1} 20v${-height}h.8v${height}z`;
  });
  return (
    <dl className={look.fit}>
      <Tile name="Events a second" figure={perSecond}>
        <svg className={styles.bars} viewBox="0 0 60 20" preserveAspectRatio="none" aria-hidden="true">
          <path d={bars.join('')} />
        </svg>
        {count(inAll)} in {minutes.length === 1 ? 'the last minute' : `the last ${minutes.length} minutes`}
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
    <div className={`card ${styles.tile}`}>
      <dt className={`${look.small} ${look.label}`}>{name}</dt>
      <dd className={styles.figure}>{figure}</dd>
      <dd className={look.small}>{children}</dd>
    </div>
  );
}
