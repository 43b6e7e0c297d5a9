import { useState } from 'react';

import type { Catalogue } from '../../../contract/catalogue.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { onDemand } from '../../ui/floating/on-demand.tsx';
import { useMayDo } from '../asking/signed-in.ts';
import { useAddress } from '../asking/use-address.ts';
import { ListFilters } from '../list/filters.tsx';
import { PagedTable } from '../list/list.tsx';
import { Act } from '../parts/act.tsx';
import { Asked } from '../parts/asked.tsx';
import look from '../parts/console.module.css';
import { ChoiceField } from '../parts/fields.tsx';
import { numberOf } from '../parts/form-body.ts';
import { FORM_MISSING, LOADING } from '../parts/parts-words.ts';
import { RowActs } from '../parts/table.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { ACTIVITIES } from './activities.tsx';
import { CATALOGUE } from './catalogue-words.ts';
import { type EntryOf, moved, type PartId, placeOf, titleOf } from './changed-catalogue.ts';
import type { EntryPart } from './entry-part.ts';
import { ACHIEVEMENTS, TOURNAMENTS } from './findings.tsx';
import { PRIZES } from './prizes.tsx';

const EntryPage = onDemand(() => import('./entry-page.tsx'), 'EntryPage', <p>{LOADING}</p>, <p role="alert">{FORM_MISSING}</p>);

const PARTS = {
  activities: ACTIVITIES,
  prizes: PRIZES,
  tournaments: TOURNAMENTS,
  achievements: ACHIEVEMENTS,
} as unknown as Readonly<Record<PartId, EntryPart<PartId>>>;

const PART_IDS = Object.keys(PARTS) as readonly PartId[];

/** The catalogue of the game: ways to earn points, prizes, tournaments, achievements. */
export function Component() {
  const { said } = useAddress();
  const open = PART_IDS.find((id) => id === said('part')) ?? 'activities';
  return (
    <RoomPage {...CATALOGUE.page}>
      <Asked hasRequest id="catalogue">
        {(kept) => (
          <>
            <nav aria-label={CATALOGUE.parts} className={control.choices}>
              {PART_IDS.map((id) => (
                <Link
                  key={id}
                  to={{ search: id === 'activities' ? '' : `?part=${id}` }}
                  className={control.choice}
                  aria-current={id === open ? 'page' : undefined}
                >
                  {CATALOGUE.part(PARTS[id].name, kept[id].length)}
                </Link>
              ))}
            </nav>
            <PartOpen part={PARTS[open]} catalogue={kept} />
          </>
        )}
      </Asked>
    </RoomPage>
  );
}

interface PartProps {
  readonly part: EntryPart<PartId>;
  readonly catalogue: Catalogue;
}

/** A list, or the entry that the URL names. */
function PartOpen({ part, catalogue }: PartProps) {
  const { said } = useAddress();
  const open = said('entry');
  const entries: readonly EntryOf<PartId>[] = catalogue[part.id];
  const found = entries.find((each, place) => addressOf(each, place) === open);
  // Stays open if another operator removes it, so that nothing typed is lost.
  const [opened, setOpened] = useState<{ readonly open: string; readonly entry: EntryOf<PartId> }>();
  const name = `${part.id} ${open}`;
  if (found !== undefined && opened?.open !== name) setOpened({ open: name, entry: found });
  const entry = found ?? (opened?.open === name ? opened.entry : undefined);
  if (open === 'new' || entry !== undefined)
    return <EntryPage key={name} part={part} catalogue={catalogue} entry={open === 'new' ? undefined : entry} />;
  return (
    <section className={look.stack} aria-label={part.name}>
      {open === '' ? null : <p role="status">{CATALOGUE.gone(open)}</p>}
      <EntryList part={part} catalogue={catalogue} />
    </section>
  );
}

/** An entry in the URL: its id, or the index of a prize, which has no id. */
function addressOf(entry: EntryOf<PartId>, place: number): string {
  return 'id' in entry ? entry.id : `${place + 1}`;
}

function EntryList({ part, catalogue }: PartProps) {
  const { said, withWords } = useAddress();
  const mayDo = useMayDo('operator');
  const entries: readonly EntryOf<PartId>[] = catalogue[part.id];
  const sought = said('q').toLocaleLowerCase();
  const rows = entries
    .map((entry, place) => ({ entry, place, entries }))
    .filter(({ entry }) => Object.values(entry).some((value) => typeof value === 'string' && value.toLocaleLowerCase().includes(sought)));
  return (
    <>
      <p>{part.lead}</p>
      <div className={look.row}>
        {mayDo.may ? (
          <Link to={{ search: withWords({ entry: 'new', q: '' }) }} className={control.primary}>
            {part.add}
          </Link>
        ) : null}
        <a href={part.seenAt} className={control.link}>
          {CATALOGUE.site}
        </a>
      </div>
      {entries.length > 5 || sought !== '' ? <ListFilters of={CATALOGUE.filters} /> : null}
      <PagedTable<(typeof rows)[number]>
        caption={part.name}
        rows={rows}
        keyOf={({ entry, place }) => ('id' in entry ? entry.id : place)}
        heads={part.heads}
        none={entries.length === 0 ? part.none : CATALOGUE.noMatch(part.one, said('q'))}
        columns={{
          title: ({ entry }) => titleOf(entry),
          ...part.columns,
          ...(mayDo.may && {
            actions: ({ entry, place }: (typeof rows)[number]) => (
              <EntryActs part={part} catalogue={catalogue} entry={entry} place={place} />
            ),
          }),
        }}
      />
    </>
  );
}

function EntryActs({ part, catalogue, entry, place }: PartProps & { readonly entry: EntryOf<PartId>; readonly place: number }) {
  const { said, withWords } = useAddress();
  const title = titleOf(entry);
  const entries: readonly EntryOf<PartId>[] = catalogue[part.id];
  // Another operator may have moved it since it was loaded.
  const placeNow = () => placeOf(entries, entry);
  return (
    <RowActs of={title}>
      <Link to={{ search: withWords({ entry: addressOf(entry, place), page: said('page') }) }} className={control.link}>
        {CATALOGUE.edit}
      </Link>
      {entries.length < 2 ? null : (
        <Act
          act="replaceCatalogue"
          {...CATALOGUE.move(title)}
          asked={(form) => ({ body: { ...catalogue, [part.id]: moved(entries, placeNow(), numberOf(form, 'place')!) } })}
        >
          <ChoiceField
            name="place"
            {...CATALOGUE.place}
            defaultValue={`${place === 0 ? 1 : place - 1}`}
            hint={part.id === 'prizes' ? CATALOGUE.firstRule : undefined}
            options={placesFor(entries.map(titleOf), place)}
          />
        </Act>
      )}
      <Act
        act="replaceCatalogue"
        {...CATALOGUE.remove(title)}
        told={CATALOGUE.removeTold}
        look="dangerWords"
        overtaking={CATALOGUE.removeOver}
        asked={() => ({ body: { ...catalogue, [part.id]: entries.filter((_, other) => other !== placeNow()) } })}
      />
    </RowActs>
  );
}

function placesFor(titles: readonly string[], from: number): readonly { readonly value: string; readonly text: string }[] {
  return titles.flatMap((title, to) => {
    if (to === from) return [];
    const step = to === from - 1 ? CATALOGUE.up : to === from + 1 ? CATALOGUE.down : '';
    const words = to === 0 ? CATALOGUE.top : CATALOGUE.after(to + 1, (to > from ? title : titles[to - 1])!);
    return [{ value: `${to}`, text: step + words }];
  });
}
