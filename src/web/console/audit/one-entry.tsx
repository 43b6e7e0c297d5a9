import type { ReactNode } from 'react';

import type { ApiAuditEntry } from '../../../contract/operation/audit.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Answered } from '../parts/form/answered.tsx';
import { Arrived } from '../parts/arrived.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { capital, wordsOf } from './act-words.ts';
import styles from './audit.module.css';
import { FieldsTold } from './fields-told.tsx';
import { Undo } from './undo.tsx';
import { aboutWords, whoWords } from './who-words.ts';

/** All that one entry tells. */
export function OneEntry({ number }: { readonly number: number }) {
  const { said, withWords } = useAddress();
  const asked = { query: { before: number + 1, limit: 1 } };
  const audit = useQuestion('audit', asked);
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
        <Answered question={audit}>
          {({ entries: [entry] }) =>
            entry?.number === number ? (
              <EntryTold entry={entry} />
            ) : audit.isAsking ? (
              <p>Loading…</p>
            ) : (
              <p>The audit log has no entry {number}.</p>
            )
          }
        </Answered>
        <RequestShown id="audit" asked={asked} />
      </RoomPage>
    </Arrived>
  );
}

function EntryTold({ entry }: { readonly entry: ApiAuditEntry }) {
  const { act, by, at, reason, before, after, undoes } = entry;
  const about = aboutWords(entry);
  return (
    <>
      <p className={styles.sentence}>
        {capital(whoWords(by))} {wordsOf(act).did}.
      </p>
      <dl className={styles.facts}>
        <Fact name="When">
          <Moment at={at} />
        </Fact>
        {about.length === 0 ? null : <Fact name="About">{about.join(', ')}</Fact>}
        {reason === null ? null : <Fact name="Reason">{reason}</Fact>}
        {undoes === null ? null : (
          <Fact name="Undoes">
            <EntryLink number={undoes} />
          </Fact>
        )}
      </dl>
      <FieldsTold before={before} after={after} caption="What changed" />
      <div>
        <Undo entry={entry} look="primary" />
      </div>
    </>
  );
}

function EntryLink({ number }: { readonly number: number }) {
  const { said, withWords } = useAddress();
  return <Link to={{ search: withWords({ entry: `${number}`, before: said('before') }) }}>Entry {number}</Link>;
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
    </div>
  );
}
