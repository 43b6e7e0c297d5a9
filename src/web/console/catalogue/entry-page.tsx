import { use, useEffect, useRef, useState } from 'react';

import type { Catalogue } from '../../../contract/catalogue.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { Tooltip } from '../../ui/floating/tooltips.tsx';
import { useAddress } from '../asking/use-address.ts';
import { ActForm } from '../parts/act.tsx';
import look from '../parts/console.module.css';
import { AsTyped, ChoiceField, FaultsContext } from '../parts/fields.tsx';
import styles from './catalogue.module.css';
import { added, type End, entriesIn, type EntryOf, type PartId, placeOf, replaced, withEntries } from './changed-catalogue.ts';
import type { EntryPart } from './entry-part.ts';
import { changesMeanwhile } from './meanwhile.ts';

interface EntryPageProps<Part extends PartId> {
  readonly part: EntryPart<Part>;
  readonly catalogue: Catalogue;
  readonly etag: string | null;
  /** What is changed; `undefined` for something new. */
  readonly entry: EntryOf<Part> | undefined;
}

const ENDS = [
  { value: 'last', text: 'Last: what is above comes first' },
  { value: 'first', text: 'First: it comes before all others' },
];

/** One entry as a form, with how visitors see it beside it. The whole catalogue is sent, with this entry in it. */
export function EntryPage<Part extends PartId>({ part, catalogue, etag, entry: given }: EntryPageProps<Part>) {
  const { said, say, withWords } = useAddress();
  const [entry] = useState(given);
  const [end, setEnd] = useState<End>(part.end);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current!.focus(), []);

  const entries = entriesIn(catalogue, part.id);
  const place = entry === undefined ? -1 : placeOf(entries, entry);
  const at = place !== -1 ? place : entry === undefined && end === 'first' ? 0 : entries.length;
  const nameOf = (field: string, after = 0) => `${part.id}[${at + after}].${field}`;
  const madeOf = (form: FormData) => part.entriesOf(form, nameOf, entry, entries);
  const listOf = (made: readonly EntryOf<Part>[]) => (entry === undefined ? added(entries, made, end) : replaced(entries, place, made[0]!));
  const title = entry === undefined ? (part.id === 'prizes' ? 'New prizes' : `New ${part.one}`) : `Change “${part.titleOf(entry)}”`;
  const { Fields, Preview } = part;
  return (
    <section className={look.stack} aria-labelledby="entry">
      <div>
        <Link to={{ search: withWords({ entry: '', page: said('page') }) }} className={control.link}>
          All {part.name.toLowerCase()}
        </Link>
        <h2 id="entry" ref={heading} tabIndex={-1} className={look.partTitle}>
          {title}
        </h2>
      </div>
      <ActForm
        act="replaceCatalogue"
        label={entry === undefined ? (part.id === 'prizes' ? 'Give these prizes' : `Add the ${part.one}`) : 'Save'}
        etag={etag}
        overtaking="Put mine into what is there now"
        asked={(form) => ({ body: withEntries(catalogue, part.id, listOf(madeOf(form))) })}
        done={entry === undefined ? 'It is added. The site has it now.' : 'It is saved. The site has it now.'}
        onDone={() => say({ entry: '', page: said('page') })}
      >
        <div className={styles.beside}>
          <div className={look.stack}>
            <Fields entry={entry} nameOf={nameOf} />
            {entry === undefined && part.id === 'prizes' && entries.length > 0 ? (
              <ChoiceField
                name="end"
                label="Where in the list"
                hint="Of several rules for a place, the first counts."
                value={end}
                options={ENDS}
                onChange={(event) => setEnd(event.target.value as End)}
              />
            ) : null}
          </div>
          <section className={styles.preview} aria-label="Preview">
            <p className={look.small}>As visitors see it. Nothing is saved yet.</p>
            <AsTyped>
              {(form) => {
                const made = madeOf(form);
                return made.length === 0 ? null : <Preview made={made} entries={listOf(made)} />;
              }}
            </AsTyped>
            <Tooltip />
          </section>
        </div>
        <ChangedMeanwhile catalogue={catalogue} />
        <FaultsElsewhere own={(field) => field.startsWith(`${part.id}[`) && isAmong(field, at, entry === undefined)} />
      </ActForm>
    </section>
  );
}

/** Whether a field is of the entry at a place, or of one that is sent with it. */
function isAmong(field: string, at: number, areSeveral: boolean): boolean {
  const place = Number(/\[(\d+)\]/.exec(field)?.[1]);
  return place === at || (areSeveral && place > at);
}

/** As many changes as anybody reads. */
const SHOWN = 8;

/** What others changed in the catalogue since a form was opened; nothing if nobody did. */
export function ChangedMeanwhile({ catalogue }: { readonly catalogue: Catalogue }) {
  const [before] = useState(catalogue);
  const changes = changesMeanwhile(before, catalogue);
  return (
    <div role="status" className={changes.length === 0 ? undefined : look.bad}>
      {changes.length === 0 ? null : (
        <>
          <p>Since you opened this, somebody</p>
          <ul>
            {changes.slice(0, SHOWN).map((change) => (
              <li key={change}>– {change}</li>
            ))}
            {changes.length > SHOWN ? <li>– and made {changes.length - SHOWN} more changes</li> : null}
          </ul>
        </>
      )}
    </div>
  );
}

/** What is wrong with other parts of the catalogue, which no field of the form can say. */
export function FaultsElsewhere({ own }: { readonly own?: (field: string) => boolean }) {
  const faults = [...use(FaultsContext)].filter(([field]) => own?.(field) !== true);
  if (faults.length === 0) return null;
  return (
    <ul className={look.fault}>
      {faults.map(([field, rule]) => (
        <li key={field}>
          <code>{field}</code> {rule}
        </li>
      ))}
    </ul>
  );
}
