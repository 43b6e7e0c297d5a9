import type { ApiNote } from '../../../contract/operation/notes.ts';
import control from '../../ui/control.module.css';
import { Act } from '../parts/act.tsx';
import look from '../parts/console.module.css';
import { Field } from '../parts/field.tsx';
import { RoomPart } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { whoWords } from '../parts/words/who-words.ts';
import styles from './player-notes.module.css';
import { PLAYER } from './players-words.ts';

/** The operators' notes on a player, newest first. */
export function PlayerNotes({ username, notes }: { readonly username: string; readonly notes: readonly ApiNote[] }) {
  const words = PLAYER.notes;
  return (
    <RoomPart title={words.title}>
      {notes.length === 0 ? (
        <p className="muted">{words.none}</p>
      ) : (
        <ul className={look.stack}>
          {notes.map(({ id, text, by, at }) => (
            <li key={id} className={look.lit}>
              <p className={styles.note}>{text}</p>
              <div className={look.row}>
                <span className={look.small}>
                  {words.by(whoWords(by))}
                  <Moment at={at} />
                </span>
                <Act act="deleteNote" {...words.remove} look="dangerWords" on={{ username, note: id }} told={words.removeTold}>
                  <p className={styles.note}>{text}</p>
                </Act>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Act act="addNote" {...words.add} look="button" on={{ username }}>
        <Field name="text" {...words.text}>
          {(ids) => <textarea {...ids} required rows={5} className={`${control.field} ${styles.text}`} />}
        </Field>
      </Act>
    </RoomPart>
  );
}
