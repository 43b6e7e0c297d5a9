import type { ApiSetting } from '../../../contract/server-answers.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Answered } from '../parts/form/answered.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';
import styles from './settings-room.module.css';

/** What the server was started with. */
export function Component() {
  const settings = useQuestion('settings');
  return (
    <RoomPage
      title="Settings"
      lead="What the server was started with. Each is an environment variable: set it where the server is started, then start it again."
    >
      <Answered question={settings}>
        {({ groups }) =>
          groups.map(({ name, title, settings: all }) => (
            <RoomPart key={name} title={title}>
              <DataTable
                caption={title}
                rows={all}
                keyOf={(setting) => setting.name}
                none="Nothing can be set here."
                columns={[
                  { head: 'Variable', cell: (setting) => <code className={styles.code}>{setting.name}</code> },
                  { head: 'Now', cell: valueOf },
                  { head: 'What it does', cell: meaningOf },
                ]}
              />
            </RoomPart>
          ))
        }
      </Answered>
      <RequestShown id="settings" asked={{}} />
    </RoomPage>
  );
}

function valueOf({ state, value }: ApiSetting) {
  return (
    <>
      {value === null ? 'not set' : <code className={styles.code}>{value}</code>}
      {state === 'default' && value !== null ? <span className={styles.rule}> (default)</span> : null}
    </>
  );
}

function meaningOf({ meaning, rule }: ApiSetting) {
  return (
    <>
      <p>{meaning}</p>
      <p className={styles.rule}>It {rule}.</p>
    </>
  );
}
