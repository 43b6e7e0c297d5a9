import { useEffect, useRef, useState } from 'react';

import type { Catalogue } from '../../../contract/catalogue.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { Tooltip } from '../../ui/floating/tooltips.tsx';
import { useAddress } from '../asking/use-address.ts';
import { ActForm } from '../parts/act.tsx';
import look from '../parts/console.module.css';
import { AsTyped, ChoiceField } from '../parts/fields.tsx';
import { bodyOf, bodySchema } from '../parts/form-body.ts';
import styles from './catalogue.module.css';
import { added, type End, type EntryOf, freeId, type PartId, placeOf, replaced, titleOf } from './changed-catalogue.ts';
import type { EntryPart } from './entry-part.ts';

interface EntryPageProps {
  readonly part: EntryPart<PartId>;
  readonly catalogue: Catalogue;
  /** What is changed; `undefined` for something new. */
  readonly entry: EntryOf<PartId> | undefined;
}

const ENDS = { last: 'Last: what is above comes first', first: 'First: it comes before all others' };

/** One entry as a form, with how visitors see it beside it. The whole catalogue is sent, with this entry in it. */
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
  /** What the form says, as entries: of a changed one with all that the form does not know of it. */
  const madeOf = (form: FormData) => {
    // Where it stands may have changed since it was typed.
    const places = Array.from([...form.keys()].join('\n').matchAll(/\[(\d+)\]/g), ([, place]) => Number(place));
    const begun = { [part.id]: Array.from({ length: Math.max(...places) + 1 }, () => entry ?? {}) };
    const body = bodyOf(form, bodySchema('replaceCatalogue')!, begun) as Catalogue;
    const typed: readonly EntryOf<PartId>[] = body[part.id].slice(Math.min(...places));
    const made = part.sent?.(typed) ?? typed;
    if (entry !== undefined || part.id === 'prizes') return made;
    return made.map((each) => Object.assign({ id: freeId(titleOf(each), entries, part.one) }, each));
  };
  const title = entry === undefined ? (part.id === 'prizes' ? 'New prizes' : `New ${part.one}`) : `Change “${titleOf(entry)}”`;
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
        overtaking="Put mine into what is there now"
        kept={{ [part.id]: { [at]: entry } }}
        asked={(form) => ({ body: { ...catalogue, [part.id]: listOf(madeOf(form)) } })}
        done={entry === undefined ? 'It is added. The site has it now.' : 'It is saved. The site has it now.'}
        onDone={() => say({ entry: '', page: said('page') })}
      >
        <div className={`${look.fit} ${styles.beside}`}>
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
          <section className={`${look.stack} ${styles.preview}`} aria-label="Preview">
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
      </ActForm>
    </section>
  );
}
