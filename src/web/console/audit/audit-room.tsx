import { actNamed } from '../../../contract/operation/acts.ts';
import { Link } from '../../address/link.tsx';
import { useAddress } from '../asking/use-address.ts';
import styles from '../parts/console.module.css';
import { BoardField, ChoiceField, TextField } from '../parts/fields.tsx';
import { List, ListFilters } from '../parts/list.tsx';
import { RoomPage } from '../parts/room-page.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { aboutWords, ACT_CHOICES, capital, whoWords, wordsOf } from './entry-words.ts';
import { OneEntry, Undo } from './one-entry.tsx';

const NUMBER = /^[1-9]\d{0,14}$/;

/** Who did what, and the way to take it back: all of it, or one entry. */
export function Component() {
  const entry = useAddress().said('entry');
  return NUMBER.test(entry) ? <OneEntry key={entry} number={Number(entry)} /> : <AllEntries />;
}

function AllEntries() {
  const { said, narrowed, withWords, beforeNumber } = useAddress();
  const act = actNamed(said('act'));
  return (
    <RoomPage title="Audit log" lead="Every change an operator made, and every closing, newest first. Most of them can be undone here.">
      <ListFilters names={['board', 'player', 'act', 'by', 'from', 'until']}>
        <ChoiceField name="act" label="What" defaultValue={act ?? ''} options={[{ value: '', text: 'All acts' }, ...ACT_CHOICES]} />
        <TextField name="by" label="Who" type="search" placeholder="A name, or part of it" defaultValue={said('by')} />
        <BoardField chosen={said('board')} none="All boards" />
        <TextField name="player" label="Player" type="search" placeholder="A username" defaultValue={said('player')} />
        <TextField name="from" label="From" type="date" defaultValue={said('from')} />
        <TextField name="until" label="Until" type="date" defaultValue={said('until')} />
      </ListFilters>
      <List
        id="audit"
        asked={{
          query: { ...narrowed(['board', 'player', 'by', 'from', 'until']), ...(act !== undefined && { act }), ...beforeNumber() },
        }}
        caption="Audit log"
        rows={({ entries }) => entries}
        keyOf={({ number }) => number}
        none={({ next }) => (next === null ? 'No entry is like that.' : 'None of these entries is like that. Older ones may be.')}
        columns={[
          {
            head: 'What',
            cell: ({ number, act: done, reason }) => (
              <>
                <Link to={{ search: withWords({ entry: `${number}`, before: said('before') }) }}>{capital(wordsOf(done).did)}</Link>
                {reason === null ? null : <span className={styles.small}>{reason}</span>}
              </>
            ),
          },
          { head: 'About', cell: (entry) => aboutWords(entry).join(', ') || '–' },
          { head: 'Who', cell: (entry) => whoWords(entry.by) },
          { head: 'When', cell: ({ at }) => <Moment at={at} /> },
          { head: 'Undo', cell: (entry) => <Undo entry={entry} look="words" /> },
        ]}
      />
    </RoomPage>
  );
}
