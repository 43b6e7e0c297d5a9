import { useState } from 'react';

import type { Catalogue } from '../../../contract/catalogue.ts';
import { Link } from '../../address/link.tsx';
import control from '../../ui/control.module.css';
import { useAddress } from '../asking/use-address.ts';
import styles from '../parts/console.module.css';
import { Asked } from '../parts/asked.tsx';
import { RequestShown } from '../parts/request-shown.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { ACTIVITIES } from './activities.tsx';
import { entriesIn, type EntryOf, type PartId } from './changed-catalogue.ts';
import { addressOf, EntryList } from './entry-list.tsx';
import { EntryPage } from './entry-page.tsx';
import type { EntryPart } from './entry-part.ts';
import { ACHIEVEMENTS, TOURNAMENTS } from './findings.tsx';
import { PRIZES } from './prizes.tsx';

const PARTS = { activities: ACTIVITIES, prizes: PRIZES, tournaments: TOURNAMENTS, achievements: ACHIEVEMENTS } as const;

const PART_IDS = Object.keys(PARTS) as readonly PartId[];

/** What the site tells about the game: ways to earn points, prizes, tournaments, achievements. */
export function Component() {
  const { said } = useAddress();
  const open = PART_IDS.find((id) => id === said('part')) ?? 'activities';
  return (
    <RoomPage title="Catalogue" lead="What the site tells about your game: ways to earn points, prizes, tournaments and achievements.">
      <Asked id="catalogue">
        {(kept, { etag }) => (
          <>
            <nav aria-label="Parts of the catalogue" className={control.choices}>
              {PART_IDS.map((id) => (
                <Link
                  key={id}
                  to={{ search: id === 'activities' ? '' : `?part=${id}` }}
                  className={control.choice}
                  aria-current={id === open ? 'page' : undefined}
                >
                  {PARTS[id].name} ({kept[id].length})
                </Link>
              ))}
            </nav>
            {open === 'activities' ? <PartOpen part={ACTIVITIES} catalogue={kept} etag={etag} /> : null}
            {open === 'prizes' ? <PartOpen part={PRIZES} catalogue={kept} etag={etag} /> : null}
            {open === 'tournaments' ? <PartOpen part={TOURNAMENTS} catalogue={kept} etag={etag} /> : null}
            {open === 'achievements' ? <PartOpen part={ACHIEVEMENTS} catalogue={kept} etag={etag} /> : null}
          </>
        )}
      </Asked>
      <RequestShown id="catalogue" asked={{}} />
    </RoomPage>
  );
}

interface PartOpenProps<Part extends PartId> {
  readonly part: EntryPart<Part>;
  readonly catalogue: Catalogue;
  readonly etag: string | null;
}

/** A list, or the entry of it that the address names. */
function PartOpen<Part extends PartId>({ part, catalogue, etag }: PartOpenProps<Part>) {
  const { said } = useAddress();
  const open = said('entry');
  const found = entriesIn(catalogue, part.id).find((each, place) => addressOf<Part>(each, place) === open);
  // What is open stays open, also if somebody else removes it: whatever is typed is not lost.
  const [opened, setOpened] = useState<{ readonly open: string; readonly entry: EntryOf<Part> }>();
  if (found !== undefined && opened?.open !== open) setOpened({ open, entry: found });
  const entry = found ?? (opened?.open === open ? opened.entry : undefined);
  if (open === 'new' || entry !== undefined)
    return (
      <EntryPage key={`${part.id} ${open}`} part={part} catalogue={catalogue} etag={etag} entry={open === 'new' ? undefined : entry} />
    );
  return (
    <section className={styles.stack} aria-label={part.name}>
      {open === '' ? null : <p role="status">The entry “{open}” is not there any more.</p>}
      <EntryList part={part} catalogue={catalogue} etag={etag} />
    </section>
  );
}
