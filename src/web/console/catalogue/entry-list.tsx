import type { Catalogue } from '../../../contract/catalogue.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import { useMayDo } from '../asking/signed-in.ts';
import look from '../parts/console.module.css';
import { Act } from '../parts/act.tsx';
import { ChoiceField, numberOf, TextField } from '../parts/fields.tsx';
import { ListFilters } from '../parts/list-filters.tsx';
import { DataTable, RowActs } from '../parts/list.tsx';
import { ListPages, useListPage } from '../parts/turn-page.tsx';
import styles from './catalogue.module.css';
import { entriesIn, type EntryOf, moved, type PartId, placeOf, withEntries } from './changed-catalogue.ts';
import { ChangedMeanwhile } from './changed-meanwhile.tsx';
import type { EntryPart } from './entry-part.ts';
import { FaultsElsewhere } from './faults-elsewhere.tsx';

interface EntryListProps<Part extends PartId> {
  readonly part: EntryPart<Part>;
  readonly catalogue: Catalogue;
  readonly etag: string | null;
}

/** How an address calls an entry: by its id, and a prize, which has none, by its place. */
export function addressOf<Part extends PartId>(entry: EntryOf<Part>, place: number): string {
  return 'id' in entry ? entry.id : `${place + 1}`;
}

/** The entries of one list: looked for, changed, moved, removed. */
export function EntryList<Part extends PartId>({ part, catalogue, etag }: EntryListProps<Part>) {
  const { said, withWords } = useAddress();
  const mayDo = useMayDo('operator');
  const entries = entriesIn(catalogue, part.id);
  const sought = said('q').toLocaleLowerCase();
  const rows = entries
    .map((entry, place) => ({ entry, place }))
    .filter(({ entry }) => Object.values(entry).some((value) => typeof value === 'string' && value.toLocaleLowerCase().includes(sought)));
  const { shown, page, pages } = useListPage(rows);
  return (
    <>
      <p>{part.lead}</p>
      <div className={look.row}>
        {mayDo.may ? (
          <Link to={{ search: withWords({ entry: 'new', q: '' }) }} className={control.primary}>
            {part.id === 'prizes' ? 'Give prizes' : `Add ${part.one === 'tournament' ? 'a' : 'an'} ${part.one}`}
          </Link>
        ) : null}
        <a href={part.seenAt} className={control.link}>
          See it on the site
        </a>
      </div>
      {entries.length > 5 || sought !== '' ? (
        <ListFilters names={['q']}>
          <TextField name="q" label="Search" type="search" defaultValue={said('q')} />
        </ListFilters>
      ) : null}
      <DataTable
        caption={part.name}
        rows={shown}
        keyOf={({ entry, place }) => ('id' in entry ? entry.id : place)}
        none={entries.length === 0 ? part.none : `No ${part.one} has “${said('q')}” in it.`}
        columns={[
          { head: part.id === 'prizes' ? 'Wins' : 'Title', cell: ({ entry }) => part.titleOf(entry) },
          ...part.columns.map(({ head, isNumber = false, cell }) => ({
            head,
            isNumber,
            cell: ({ entry, place }: (typeof rows)[number]) => cell(entry, place, entries),
          })),
          ...(mayDo.may
            ? [
                {
                  head: 'Acts',
                  cell: ({ entry, place }: (typeof rows)[number]) => (
                    <EntryActs part={part} catalogue={catalogue} etag={etag} entry={entry} place={place} />
                  ),
                },
              ]
            : []),
        ]}
      />
      <ListPages page={page} pages={pages} />
    </>
  );
}

interface EntryActsProps<Part extends PartId> extends EntryListProps<Part> {
  readonly entry: EntryOf<Part>;
  readonly place: number;
}

function EntryActs<Part extends PartId>({ part, catalogue, etag, entry, place }: EntryActsProps<Part>) {
  const { said, withWords } = useAddress();
  const title = part.titleOf(entry);
  const entries = entriesIn(catalogue, part.id);
  // Somebody else may have moved it since it was shown.
  const placeNow = () => placeOf(entries, entry);
  return (
    <RowActs of={title}>
      <Link
        to={{ search: withWords({ entry: addressOf<Part>(entry, place), page: said('page') }) }}
        className={`${control.link} ${styles.act}`}
      >
        Change
      </Link>
      {entries.length < 2 ? null : (
        <Act
          act="replaceCatalogue"
          opens="Move"
          title={`Move “${title}”`}
          label="Move it"
          etag={etag}
          overtaking="Move it in what is there now"
          asked={(form) => ({ body: withEntries(catalogue, part.id, moved(entries, placeNow(), numberOf(form, 'place')!)) })}
          done={`“${title}” is moved.`}
        >
          <ChoiceField
            name="place"
            label="Put it"
            defaultValue={`${place === 0 ? 1 : place - 1}`}
            hint={part.id === 'prizes' ? 'Of several rules for a place, the first counts.' : undefined}
            options={placesFor(entries.map(part.titleOf), place)}
          />
          <ChangedMeanwhile catalogue={catalogue} />
          <FaultsElsewhere />
        </Act>
      )}
      <Act
        act="replaceCatalogue"
        opens="Remove"
        title={`Remove “${title}”`}
        label="Remove it"
        etag={etag}
        overtaking="Remove it from what is there now"
        asked={() => ({
          body: withEntries(
            catalogue,
            part.id,
            entries.filter((_, other) => other !== placeNow()),
          ),
        })}
        done={`“${title}” is removed.`}
      >
        <p>Visitors do not see it any more. You can take this back in the audit log.</p>
        <ChangedMeanwhile catalogue={catalogue} />
        <FaultsElsewhere />
      </Act>
    </RowActs>
  );
}

/** The places that an entry can be moved to, in words: one up, one down, and behind each of the others. */
function placesFor(titles: readonly string[], from: number): readonly { readonly value: string; readonly text: string }[] {
  return titles.flatMap((title, to) => {
    if (to === from) return [];
    const step = to === from - 1 ? 'Up: ' : to === from + 1 ? 'Down: ' : '';
    const words = to === 0 ? 'at the top' : `${to + 1}. place, after “${to > from ? title : titles[to - 1]}”`;
    return [{ value: `${to}`, text: step + words }];
  });
}
