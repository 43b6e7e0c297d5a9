import { Link } from '../../address/link.tsx';
import { useAddress } from '../asking/use-address.ts';
import { useQuestion } from '../asking/use-question.ts';
import { Answered } from '../parts/form/answered.tsx';
import { BoardField } from '../parts/form/board-field.tsx';
import { DataTable } from '../parts/list/data-table.tsx';
import { ChoiceField, TextField } from '../parts/form/fields.tsx';
import { ListFilters } from '../parts/list/list-filters.tsx';
import { Moment } from '../parts/words/moment.tsx';
import { RequestShown } from '../parts/form/request-shown.tsx';
import { actNamed } from '../../../contract/operation/acts.ts';
import { RoomPage } from '../parts/room-page.tsx';
import { TurnPage } from '../parts/list/turn-page.tsx';
import { ACT_CHOICES, capital, wordsOf } from './act-words.ts';
import styles from './audit.module.css';
import { OneEntry } from './one-entry.tsx';
import { Undo } from './undo.tsx';
import { aboutWords, whoWords } from './who-words.ts';

const NUMBER = /^[1-9]\d{0,14}$/;

/** Who did what, and the way to take it back: all of it, or one entry. */
export function Component() {
  const entry = useAddress().said('entry');
  return NUMBER.test(entry) ? <OneEntry key={entry} number={Number(entry)} /> : <AllEntries />;
}

function AllEntries() {
  const { said, withWords } = useAddress();
  const [board, player, by, from, until, before] = [said('board'), said('player'), said('by'), said('from'), said('until'), said('before')];
  const act = actNamed(said('act'));
  const asked = {
    query: {
      ...(board !== '' && { board }),
      ...(player !== '' && { player }),
      ...(act !== undefined && { act }),
      ...(by !== '' && { by }),
      ...(from !== '' && { from }),
      ...(until !== '' && { until }),
      ...(NUMBER.test(before) && { before: Number(before) }),
    },
  };
  const audit = useQuestion('audit', asked);
  return (
    <RoomPage title="Audit log" lead="Every change an operator made, and every closing, newest first. Most of them can be undone here.">
      <ListFilters names={['board', 'player', 'act', 'by', 'from', 'until']}>
        <ChoiceField name="act" label="What" defaultValue={act ?? ''} options={[{ value: '', text: 'All acts' }, ...ACT_CHOICES]} />
        <TextField name="by" label="Who" type="search" placeholder="A name, or part of it" defaultValue={by} />
        <BoardField chosen={board} none="All boards" />
        <TextField name="player" label="Player" type="search" placeholder="A username" defaultValue={player} />
        <TextField name="from" label="From" type="date" defaultValue={from} />
        <TextField name="until" label="Until" type="date" defaultValue={until} />
      </ListFilters>
      <Answered question={audit}>
        {({ entries, next }) => (
          <>
            <DataTable
              caption="Audit log"
              rows={entries}
              keyOf={({ number }) => number}
              none={next === null ? 'No entry is like that.' : 'None of these entries is like that. Older ones may be.'}
              columns={[
                {
                  head: 'What',
                  cell: ({ number, act: done, reason }) => (
                    <>
                      <Link to={{ search: withWords({ entry: `${number}`, before }) }}>{capital(wordsOf(done).did)}</Link>
                      {reason === null ? null : <span className={styles.reason}>{reason}</span>}
                    </>
                  ),
                },
                { head: 'About', cell: (entry) => aboutWords(entry).join(', ') || '–' },
                { head: 'Who', cell: (entry) => whoWords(entry.by) },
                { head: 'When', cell: ({ at }) => <Moment at={at} /> },
                { head: 'Undo', cell: (entry) => <Undo entry={entry} look="words" /> },
              ]}
            />
            <TurnPage next={next} />
          </>
        )}
      </Answered>
      <RequestShown id="audit" asked={asked} />
    </RoomPage>
  );
}
