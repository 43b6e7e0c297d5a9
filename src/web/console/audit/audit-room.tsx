import type { ApiAuditEntry, ApiUndoPreview } from '../../../contract/operation/audit.ts';
import { includesRole } from '../../../contract/role.ts';
import { Link } from '../../address/link.tsx';
import { usePerson } from '../asking/signed-in.ts';
import { useAddress } from '../asking/use-address.ts';
import { List } from '../list/list.tsx';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { FieldsTold } from '../parts/fields-told.tsx';
import { LOADING } from '../parts/parts-words.ts';
import { PreviewTold } from '../parts/preview-told.tsx';
import { Lines } from '../parts/table.tsx';
import { Facts, RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { useBoardTexts } from '../parts/words/of-board.tsx';
import { whoWords } from '../parts/words/who-words.ts';
import { saysAll, undoWords } from './undo-words.ts';
import { aboutWords, AUDIT, capital, wordsOf } from './audit-words.ts';

const NUMBER = /^[1-9]\d{0,14}$/;

/** The audit log, and undoing its actions. */
export function Component() {
  return (
    <RoomPage {...AUDIT.page}>
      <List
        id="audit"
        {...AUDIT}
        rows={({ entries }) => entries}
        none={AUDIT.noMatch}
        columns={{
          action: {
            name: ({ act: done, reason }) => <Lines more={reason}>{capital(wordsOf(done).did)}</Lines>,
            by: ({ act: done }) => wordsOf(done).did,
          },
          about: { name: (entry) => aboutWords(entry).join(', ') || '–', by: (entry) => aboutWords(entry).join(', ') },
          by: { name: (entry) => whoWords(entry.by), by: (entry) => whoWords(entry.by) },
          when: { line: ({ at }) => <Moment at={at} />, by: ({ at }) => at },
          undo: (entry) => <Undo entry={entry} look="words" />,
        }}
        isExported
        opens={{
          param: 'entry',
          title: (key) => AUDIT.entry(Number(key)),
          of: (key) => (NUMBER.test(key) ? <OneEntry key={key} number={Number(key)} /> : null),
        }}
      />
    </RoomPage>
  );
}

/** An entry, whether or not it is on the current page. */
function OneEntry({ number }: { readonly number: number }) {
  const { withWords } = useAddress();
  const { facts } = AUDIT;
  return (
    <Asked id="audit" of={{ query: { before: number + 1, limit: 1 } }}>
      {({ entries: [entry] }, { isAsking }) =>
        entry?.number === number ? (
          <>
            <p className={styles.partTitle}>{AUDIT.sentence(capital(whoWords(entry.by)), wordsOf(entry.act).did)}</p>
            <Facts
              facts={{
                [facts.when]: <Moment at={entry.at} isExact />,
                [facts.about]: aboutWords(entry).join(', '),
                [facts.reason]: entry.reason,
                [facts.undoes]: entry.undoes && (
                  <Link to={{ search: withWords({ entry: `${entry.undoes}` }) }} preventScrollReset>
                    {AUDIT.entry(entry.undoes)}
                  </Link>
                ),
              }}
            />
            <FieldsTold before={entry.before} after={entry.after} caption={AUDIT.changed} />
            <div className={styles.row}>
              <Undo entry={entry} look="primary" />
              {entry.undo.state === 'possible' ? <UndoTold entry={entry} /> : null}
            </div>
          </>
        ) : isAsking ? (
          <p>{LOADING}</p>
        ) : (
          <p>{AUDIT.missing(number)}</p>
        )
      }
    </Asked>
  );
}

function Undo({ entry, look }: { readonly entry: ApiAuditEntry; readonly look: 'words' | 'primary' }) {
  const { role } = usePerson();
  const { withWords } = useAddress();
  const { undo, act } = entry;
  switch (undo.state) {
    case 'done':
      return (
        <Link to={{ search: withWords({ entry: `${undo.by}` }) }} preventScrollReset>
          {AUDIT.undone(undo.by)}
        </Link>
      );
    case 'impossible':
      return <span className={styles.small}>{undo.why}</span>;
    case 'possible':
      return includesRole(role, undo.role) ? (
        <Act
          act="undoAct"
          {...AUDIT.undo(wordsOf(act).did)}
          look={look}
          told={<UndoTold entry={entry} />}
          preview={(preview) => <UndoPreviewTold act={act} preview={preview as ApiUndoPreview} />}
          on={{ entry: `${entry.number}` }}
        />
      ) : (
        <span className={styles.small}>{AUDIT.undoRole(undo.role)}</span>
      );
  }
}

function UndoTold({ entry }: { readonly entry: ApiAuditEntry }) {
  return undoWords(entry, useBoardTexts());
}

/** `act`: the action to undo. */
function UndoPreviewTold({ act, preview }: { readonly act: string; readonly preview: ApiUndoPreview }) {
  const { before, after } = preview;
  return (
    <>
      <PreviewTold preview={preview} />
      {saysAll(act) ? null : <FieldsTold before={before} after={after} {...AUDIT.wouldChange} />}
    </>
  );
}
