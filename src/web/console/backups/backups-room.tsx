import type { ApiBackups, ApiCheckedBackup } from '../../../contract/operation/backups.ts';
import { ENDPOINTS } from '../../../contract/api.ts';
import { targetOf } from '../../../contract/endpoint.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../domain/durations.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat } from '../../ui/number-format.ts';
import { useDownload } from '../asking/use-download.ts';
import { usePerson } from '../asking/signed-in.ts';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { DataTable, Lines, RowActs } from '../parts/table.tsx';
import { LinkIn, RoomPage, RoomPart } from '../parts/room-page.tsx';
import { WorkTold } from '../parts/work-told.tsx';
import { bytesText } from '../parts/words/bytes-text.ts';
import { CopyButton } from '../parts/words/copy-button.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { BACKUPS } from './backups-words.ts';

/** Other operators may be creating backups, and the server does on schedule. */
const LISTED_EVERY_MS = 10_000;

type Backup = ApiBackups['backups'][number];

/** The backups page: create, download and verify backups, and rehearse a restore. */
export function Component() {
  const { count } = useNumberFormat();
  const { role } = usePerson();
  return (
    <RoomPage
      {...BACKUPS.page}
      actions={
        <Act
          act="makeBackup"
          {...BACKUPS.make}
          look="primary"
          told={BACKUPS.makeTold}
          done={({ events }) => BACKUPS.made(events, count(events))}
        >
          <WorkTold of="backup" />
        </Act>
      }
    >
      <Asked hasRequest id="backups" everyMs={LISTED_EVERY_MS}>
        {({ schedule, without, trouble, backups }) => (
          <>
            {trouble === null ? null : <p className={look.bad}>{trouble}</p>}
            {without === 'postgres' ? <p>{BACKUPS.postgres}</p> : null}
            {without === 'no folder' ? <NoFolder /> : null}
            {schedule === null ? null : (
              <>
                <Schedule schedule={schedule} />
                <BackupList backups={backups} />
              </>
            )}
          </>
        )}
      </Asked>
      {role === 'owner' ? <Everything /> : null}
    </RoomPage>
  );
}

function Everything() {
  const { locale } = useNumberFormat();
  const { state, download } = useDownload(targetOf(ENDPOINTS.exportEverything, {}));
  const { title, told, label, preparing, failed } = BACKUPS.everything;
  const isRunning = typeof state === 'number';
  return (
    <RoomPart title={title}>
      <p className={look.told}>{told}</p>
      <button type="button" className={control.button} aria-disabled={isRunning || undefined} onClick={() => void download()}>
        {!isRunning ? label : state === 0 ? preparing : BACKUPS.downloading(bytesText(state, locale))}
      </button>
      <p role="alert" className={state === 'failed' ? look.fault : undefined}>
        {state === 'failed' ? failed : null}
      </p>
    </RoomPart>
  );
}

function NoFolder() {
  const { title, steps } = BACKUPS.folder;
  return (
    <RoomPart title={title}>
      <ol className={look.steps}>
        {steps.map(([words, code]) => (
          <li key={words}>
            {words}
            {code === '' ? null : (
              <>
                <pre className={look.code}>{code}</pre>
                <CopyButton text={code} label={BACKUPS.copySetting} />
              </>
            )}
          </li>
        ))}
      </ol>
    </RoomPart>
  );
}

function Schedule({ schedule: { everySeconds, keep, folder } }: { readonly schedule: NonNullable<ApiBackups['schedule']> }) {
  const { locale } = useNumberFormat();
  const [before, after] = BACKUPS.change;
  return (
    <p className={look.told}>
      {BACKUPS.schedule(intervalText(everySeconds * 1000, locale), keep, folder)}{' '}
      <LinkIn words={[before, 'LAURELS_BACKUP_FOLDER', after]} to="/settings" />
    </p>
  );
}

/** "day", "6 hours", "30 minutes". */
function intervalText(ms: number, locale: string): string {
  const units = [
    [DAY_MS, 'day'],
    [HOUR_MS, 'hour'],
    [MINUTE_MS, 'minute'],
  ] as const;
  const [length, unit] = units.find(([length]) => ms % length === 0) ?? units[2];
  return ms === length ? unit : (ms / length).toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' });
}

function BackupList({ backups }: { readonly backups: readonly Backup[] }) {
  const { locale } = useNumberFormat();
  const { role } = usePerson();
  return (
    <>
      {role === 'owner' ? null : <p className="muted">{BACKUPS.ownersOnly}</p>}
      <DataTable
        rows={backups}
        heads={BACKUPS.heads}
        none={BACKUPS.none}
        columns={{
          made: {
            name: ({ madeAt, name }) => (
              <Lines more={name}>
                <Moment at={madeAt} isExact />
              </Lines>
            ),
          },
          kind: ({ origin }) => BACKUPS.kinds[origin],
          size: { number: ({ bytes }) => bytesText(bytes, locale) },
          state: ({ checked }) => (checked ? BACKUPS.verified : BACKUPS.unverified),
          actions: (backup) => <BackupActs backup={backup} isOwner={role === 'owner'} />,
        }}
      />
    </>
  );
}

function BackupActs({ backup: { name, bytes }, isOwner }: { readonly backup: Backup; readonly isOwner: boolean }) {
  const { locale } = useNumberFormat();
  const { state, download } = useDownload(targetOf(ENDPOINTS.downloadBackup, { backup: name }));
  const check = (does: 'verify' | 'drill') => (
    <Act
      act="checkBackup"
      {...BACKUPS[does]}
      on={{ backup: name }}
      says={{ does }}
      done={BACKUPS.checked}
      after={(checked, close) => <Checked checked={checked} onDone={close} />}
    >
      <WorkTold of="drill" />
    </Act>
  );
  return (
    <RowActs of={name}>
      {check('drill')}
      {check('verify')}
      {!isOwner ? null : (
        <button
          type="button"
          className={control.words}
          aria-disabled={typeof state === 'number' || undefined}
          onClick={() => void download()}
        >
          {typeof state === 'number'
            ? BACKUPS.downloading((bytes === 0 ? 1 : state / bytes).toLocaleString(locale, { style: 'percent' }))
            : BACKUPS.download}
        </button>
      )}
      <span role="alert" className={state === 'failed' ? look.fault : undefined}>
        {state === 'failed' ? BACKUPS.downloadFailed : null}
      </span>
    </RowActs>
  );
}

function Checked({ checked, onDone }: { readonly checked: ApiCheckedBackup; readonly onDone: () => void }) {
  const { count } = useNumberFormat();
  const { compared } = checked;
  const differs = compared?.some(({ different }) => different > 0) === true;
  return (
    <div className={look.stack}>
      <p className={look.good}>{BACKUPS.passed(checked, count)}</p>
      {compared === null ? null : (
        <>
          <p className={differs ? look.bad : undefined}>{differs ? BACKUPS.differs : BACKUPS.allSame}</p>
          <DataTable
            caption={BACKUPS.compared.title}
            rows={compared}
            heads={BACKUPS.compared.heads}
            none=""
            keyOf={({ what }) => what}
            columns={{
              what: ({ what }) => BACKUPS.what(what),
              same: { number: ({ same }) => count(same) },
              newer: { number: ({ newer }) => count(newer) },
              different: { number: ({ different }) => count(different) },
            }}
          />
        </>
      )}
      <button type="button" className={control.primary} onClick={onDone}>
        {BACKUPS.done}
      </button>
    </div>
  );
}
