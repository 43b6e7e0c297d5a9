import type { ApiAuditEntry, ApiUndoPreview } from '../../../contract/operation/audit.ts';
import { includesRole } from '../../../contract/role.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { usePerson } from '../asking/signed-in.ts';
import { useAddress } from '../asking/use-address.ts';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import styles from '../parts/console.module.css';
import { BoardField, ChoiceField, TextField } from '../parts/fields.tsx';
import { FieldsTold } from '../parts/fields-told.tsx';
import { List, ListFilters } from '../parts/list.tsx';
import { PreviewTold } from '../parts/preview-told.tsx';
import { Arrived, Facts, RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { aboutWords, ACT_CHOICES, capital, whoWords, wordsOf } from './entry-words.ts';

const NUMBER = /^[1-9]\d{0,14}$/;

/** Who did what, and the way to take it back: all of it, or one entry. */
export function Component() {
  const entry = useAddress().said('entry');
  return NUMBER.test(entry) ? <OneEntry key={entry} number={Number(entry)} /> : <AllEntries />;
}

const FILTERS = ['board', 'player', 'act', 'by', 'from', 'until'] as const;

function AllEntries() {
  const { said, narrowed, withWords } = useAddress();
  return (
    <RoomPage title="Audit log" lead="Every change an operator made, and every closing, newest first. Most of them can be undone here.">
      <ListFilters names={FILTERS}>
        <ChoiceField name="act" label="What" options={[{ value: '', text: 'All acts' }, ...ACT_CHOICES]} />
        <TextField name="by" label="Who" type="search" placeholder="A name, or part of it" />
        <BoardField none="All boards" />
        <TextField name="player" label="Player" type="search" placeholder="A username" />
        <TextField name="from" label="From" type="date" />
        <TextField name="until" label="Until" type="date" />
      </ListFilters>
      <List
        id="audit"
        asked={{ query: narrowed([...FILTERS, 'before']) }}
        rows={({ entries }) => entries}
        keyOf={({ number }) => number}
        none={({ next }) => (next === null ? 'No entry is like that.' : 'None of these entries is like that. Older ones may be.')}
        columns={{
          What: ({ number, act: done, reason }) => (
            <>
              <Link to={{ search: withWords({ entry: `${number}`, before: said('before') }) }}>{capital(wordsOf(done).did)}</Link>
              {reason === null ? null : <span className={styles.small}>{reason}</span>}
            </>
          ),
          About: (entry) => aboutWords(entry).join(', ') || '–',
          Who: (entry) => whoWords(entry.by),
          When: ({ at }) => <Moment at={at} />,
          Undo: (entry) => <Undo entry={entry} look="words" />,
        }}
      />
    </RoomPage>
  );
}

/** All that one entry tells. */
function OneEntry({ number }: { readonly number: number }) {
  const { said, withWords } = useAddress();
  const asked = { query: { before: number + 1, limit: 1 } };
  return (
    <Arrived>
      <RoomPage
        title={`Entry ${number}`}
        lead="Of the audit log."
        actions={
          <Link to={{ search: withWords({ entry: '', before: said('before') }) }} className={control.button}>
            All entries
          </Link>
        }
      >
        <Asked hasRequest id="audit" of={asked}>
          {({ entries: [entry] }, { isAsking }) =>
            entry?.number === number ? (
              <>
                <p className={styles.partTitle}>
                  {capital(whoWords(entry.by))} {wordsOf(entry.act).did}.
                </p>
                <Facts
                  facts={{
                    When: <Moment at={entry.at} />,
                    About: aboutWords(entry).join(', '),
                    Reason: entry.reason,
                    Undoes: entry.undoes && (
                      <Link to={{ search: withWords({ entry: `${entry.undoes}`, before: said('before') }) }}>Entry {entry.undoes}</Link>
                    ),
                  }}
                />
                <FieldsTold before={entry.before} after={entry.after} caption="What changed" />
                <div>
                  <Undo entry={entry} look="primary" />
                </div>
              </>
            ) : isAsking ? (
              <p>Loading…</p>
            ) : (
              <p>The audit log has no entry {number}.</p>
            )
          }
        </Asked>
      </RoomPage>
    </Arrived>
  );
}

/** The way to take an act back; if there is none, why, or which act did it. */
function Undo({ entry, look }: { readonly entry: ApiAuditEntry; readonly look: 'words' | 'primary' }) {
  const { role } = usePerson();
  const { said, withWords } = useAddress();
  const { undo, act } = entry;
  switch (undo.state) {
    case 'done':
      return <Link to={{ search: withWords({ entry: `${undo.by}`, before: said('before') }) }}>Undone by entry {undo.by}</Link>;
    case 'impossible':
      return <span className={styles.small}>{undo.why}</span>;
    case 'possible':
      return includesRole(role, undo.role) ? (
        <Act
          act="undoAct"
          opens="Undo"
          look={look}
          title={`Undo: ${wordsOf(act).did}`}
          label="Undo it"
          isPreviewedAtOnce
          preview={(preview) => <UndoPreviewTold preview={preview as ApiUndoPreview} />}
          on={{ entry: `${entry.number}` }}
          done={`Undone: ${wordsOf(act).did}.`}
        >
          <p>The audit log keeps this entry. Undoing adds another, which can be undone too.</p>
        </Act>
      ) : (
        <span className={styles.small}>Undoing this needs the role {undo.role}.</span>
      );
  }
}

/** What an act that is taken back would do, to fields and to ranks. */
function UndoPreviewTold({ preview }: { readonly preview: ApiUndoPreview }) {
  const { act, before, after, periods } = preview;
  return (
    <>
      <section aria-label="What undoing it does" className={styles.lit}>
        <p>
          {periods.length === 0 ? <strong>Nothing has changed yet. </strong> : null}
          Undoing it would {wordsOf(act).order}.
        </p>
        <FieldsTold before={before} after={after} caption="What would change" heads={['Now', 'Would be']} />
      </section>
      {periods.length === 0 ? null : <PreviewTold preview={preview} />}
    </>
  );
}
