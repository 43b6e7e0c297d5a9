import type { ReactNode } from 'react';

import type { ApiAuditEntry } from '../../../contract/operation/audit.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import styles from '../parts/console.module.css';
import { Asked } from '../parts/asked.tsx';
import { RequestShown } from '../parts/request-shown.tsx';
import { Arrived, RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { capital, wordsOf } from './act-words.ts';
import { FieldsTold } from './fields-told.tsx';
import { Undo } from './undo.tsx';
import { aboutWords, whoWords } from './who-words.ts';

/** All that one entry tells. */
export function OneEntry({ number }: { readonly number: number }) {
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
        <Asked id="audit" of={asked}>
          {({ entries: [entry] }, { isAsking }) =>
            entry?.number === number ? (
              <EntryTold entry={entry} />
            ) : isAsking ? (
              <p>Loading…</p>
            ) : (
              <p>The audit log has no entry {number}.</p>
            )
          }
        </Asked>
        <RequestShown id="audit" asked={asked} />
      </RoomPage>
    </Arrived>
  );
}

function EntryTold({ entry }: { readonly entry: ApiAuditEntry }) {
  const { act, by, at, reason, before, after, undoes } = entry;
  const { said, withWords } = useAddress();
  return (
    <>
      <p className={styles.large}>
        {capital(whoWords(by))} {wordsOf(act).did}.
      </p>
      <dl className={styles.facts}>
        <Fact name="When">
          <Moment at={at} />
        </Fact>
        <Fact name="About">{aboutWords(entry).join(', ')}</Fact>
        <Fact name="Reason">{reason}</Fact>
        <Fact name="Undoes">
          {undoes === null ? null : <Link to={{ search: withWords({ entry: `${undoes}`, before: said('before') }) }}>Entry {undoes}</Link>}
        </Fact>
      </dl>
      <FieldsTold before={before} after={after} caption="What changed" />
      <div>
        <Undo entry={entry} look="primary" />
      </div>
    </>
  );
}

/** A fact by its name, if there is one. */
function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null || children === '') return null;
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
