import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { DataTable } from '../parts/list.tsx';
import { RoomPage, RoomPart } from '../parts/room-page.tsx';

/** What the server was started with. */
export function Component() {
  return (
    <RoomPage
      title="Settings"
      lead="What the server was started with. Each is an environment variable: set it where the server is started, then start it again."
    >
      <Asked hasRequest id="settings">
        {({ groups }) =>
          groups.map(({ name: group, title, settings }) => (
            <RoomPart key={group} title={title}>
              <DataTable
                rows={settings}
                none="Nothing can be set here."
                columns={{
                  Variable: ({ name }) => <code>{name}</code>,
                  Now: ({ state, value }) => (
                    <>
                      {value === null ? 'not set' : <code>{value}</code>}
                      {state === 'default' && value !== null ? <span className="muted small"> (default)</span> : null}
                    </>
                  ),
                  'What it does': ({ meaning, rule }) => (
                    <>
                      <p>{meaning}</p>
                      <p className={styles.small}>It {rule}.</p>
                    </>
                  ),
                }}
              />
            </RoomPart>
          ))
        }
      </Asked>
    </RoomPage>
  );
}
