import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { DataTable } from '../parts/table.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { SETTINGS } from './settings-words.ts';

/** The settings that the server was started with. */
export function Component() {
  return (
    <RoomPage {...SETTINGS.page}>
      <Asked hasRequest id="settings">
        {({ groups }) =>
          groups.map(({ name: group, title, settings }) => (
            <DataTable
              key={group}
              title={title}
              rows={settings}
              {...SETTINGS}
              columns={{
                variable: { line: ({ name }) => <code>{name}</code> },
                value: ({ state, value }) => (
                  <>
                    {value === null ? SETTINGS.unset : <code>{value}</code>}
                    {state === 'default' && value !== null ? <span className="muted small">{SETTINGS.default}</span> : null}
                  </>
                ),
                meaning: {
                  name: ({ meaning, rule }) => (
                    <>
                      <p>{meaning}</p>
                      <p className={styles.small}>{SETTINGS.rule(rule)}</p>
                    </>
                  ),
                },
              }}
            />
          ))
        }
      </Asked>
    </RoomPage>
  );
}
