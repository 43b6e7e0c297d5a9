import { useEffect, useRef, useState } from 'react';

import type { Catalogue } from '../../../contract/catalogue.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { Tooltip } from '../../ui/floating/tooltips.tsx';
import { useAddress } from '../asking/use-address.ts';
import { ActForm } from '../parts/act-form.tsx';
import look from '../parts/console.module.css';
import { AsTyped, ChoiceField } from '../parts/fields.tsx';
import { bodyOf } from '../parts/form-body.ts';
import { bodySchema } from '../parts/body-schema.ts';
import { CATALOGUE } from './catalogue-words.ts';
import styles from './catalogue.module.css';
import { added, type End, type EntryOf, freeId, type PartId, placeOf, replaced, titleOf } from './changed-catalogue.ts';
import type { EntryPart } from './entry-part.ts';

export interface EntryPageProps {
  readonly part: EntryPart<PartId>;
  readonly catalogue: Catalogue;
  /** `undefined` for a new entry. */
  readonly entry: EntryOf<PartId> | undefined;
}

/** The form of an entry with a preview next to it. Sends the whole catalogue with this entry in it. */
export function EntryPage({ part, catalogue, entry: given }: EntryPageProps) {
  const { said, say, withWords } = useAddress();
  const [entry] = useState(given);
  const [end, setEnd] = useState<End>('last');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current!.focus(), []);

  const entries: readonly EntryOf<PartId>[] = catalogue[part.id];
  const place = entry === undefined ? -1 : placeOf(entries, entry);
  const at = place !== -1 ? place : entry === undefined && end === 'first' ? 0 : entries.length;
  const nameOf = (field: string, after = 0) => `${part.id}[${at + after}].${field}`;
  const listOf = (made: readonly EntryOf<PartId>[]) =>
    entry === undefined ? added(entries, made, end) : replaced(entries, place, made[0]!);
  /** The form's content as entries. A changed entry keeps fields that the form does not have. */
  const madeOf = (form: FormData) => {
    // Its index may have changed while the user typed.
    const places = Array.from([...form.keys()].join('\n').matchAll(/\[(\d+)\]/g), ([, place]) => Number(place));
    const begun = { [part.id]: Array.from({ length: Math.max(...places) + 1 }, () => entry ?? {}) };
    const body = bodyOf(form, bodySchema('replaceCatalogue')!, begun) as Catalogue;
    const typed: readonly EntryOf<PartId>[] = body[part.id].slice(Math.min(...places));
    const made = part.sent?.(typed) ?? typed;
    if (entry !== undefined || part.id === 'prizes') return made;
    return made.map((each) => Object.assign({ id: freeId(titleOf(each), entries, part.one) }, each));
  };
  const { Fields, Preview } = part;
  return (
    <section className={look.stack} aria-labelledby="entry">
      <div>
        <Link to={{ search: withWords({ entry: '', page: said('page') }) }} className={control.link}>
          {CATALOGUE.all(part.name)}
        </Link>
        <h2 id="entry" ref={heading} tabIndex={-1} className={look.partTitle}>
          {entry === undefined ? part.new : CATALOGUE.editing(titleOf(entry))}
        </h2>
      </div>
      <ActForm
        act="replaceCatalogue"
        label={entry === undefined ? part.add : CATALOGUE.save}
        overtaking={CATALOGUE.overtaking}
        kept={{ [part.id]: { [at]: entry } }}
        asked={(form) => ({ body: { ...catalogue, [part.id]: listOf(madeOf(form)) } })}
        done={entry === undefined ? CATALOGUE.added : CATALOGUE.saved}
        onDone={() => say({ entry: '', page: said('page') })}
      >
        <div className={`${look.fit} ${styles.beside}`}>
          <div className={look.stack}>
            <Fields entry={entry} nameOf={nameOf} />
            {entry === undefined && part.id === 'prizes' && entries.length > 0 ? (
              <ChoiceField
                name="end"
                {...CATALOGUE.end}
                hint={CATALOGUE.firstRule}
                options={CATALOGUE.ends}
                chosen={end}
                onChoose={setEnd}
              />
            ) : null}
          </div>
          <section className={`${look.stack} ${styles.preview}`} aria-label={CATALOGUE.preview}>
            <p className={look.small}>{CATALOGUE.previewTold}</p>
            <AsTyped>
              {(form) => {
                const made = madeOf(form);
                return made.length === 0 ? null : <Preview made={made} entries={listOf(made)} />;
              }}
            </AsTyped>
            <Tooltip />
          </section>
        </div>
      </ActForm>
    </section>
  );
}
