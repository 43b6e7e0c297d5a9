import { useEffect, useRef, useState } from 'react';

import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import { prizeGroups } from '../../../domain/highlights/prize-groups.ts';
import { PrizeList } from '../../beside/prize-list.tsx';
import control from '../../ui/control.module.css';
import look from '../parts/console.module.css';
import { BoardField, ChoiceField, TextField } from '../parts/fields.tsx';
import { filled } from '../parts/form-body.ts';
import { BoardTitle } from '../parts/words/of-board.tsx';
import { ranksInWords } from '../parts/words/ranks-in-words.ts';
import styles from './catalogue.module.css';
import type { EntryFieldsProps, EntryPart } from './entry-part.ts';
import { eachPeriod, type PrizeRule, rulesFor, weightOf } from './prize-words.ts';

const PERIODS = [
  ...PERIOD_KINDS.map((kind) => ({ value: kind, text: eachPeriod(kind) })),
  { value: '', text: 'Every period: day, week, month and all time' },
];

/** How many places one form gives prizes to at most. */
const MOST_PLACES = 20;

const WEIGHT_WORDS = { all: 'yes', some: 'in part: rules above come first', none: 'no: rules above come first' } as const;

/** What places win. */
export const PRIZES: EntryPart<'prizes'> = {
  id: 'prizes',
  name: 'Prizes',
  one: 'prize',
  lead: 'What places win. Where several rules name a place, the first of them counts.',
  seenAt: '/',
  none: 'Nothing can be won yet. Add prizes: players see them beside the board and on the podium.',
  columns: {
    Places: ({ entry }) => ranksInWords(entry),
    Board: ({ entry: { board } }) => (board === undefined ? 'All boards' : <BoardTitle board={board} />),
    Period: ({ entry: { period } }) => (period === undefined ? 'Every period' : eachPeriod(period)),
    Counts: ({ place, entries }) => WEIGHT_WORDS[weightOf(entries, place)],
  },
  Fields: PrizeFields,
  // All that one form gives prizes to are of one board and period.
  sent: ([first, ...others]) => {
    const { board, period } = first!;
    return [first!, ...others.map((rule) => ({ ...filled({ board, period }), ...rule }))];
  },
  Preview: PrizePreview,
};

/** For which board and period, and then who wins what: of something new as many places as are wanted. */
function PrizeFields({ entry, nameOf }: EntryFieldsProps<'prizes'>) {
  const [firsts, setFirsts] = useState<readonly number[]>([entry?.from ?? 1]);
  const places = useRef<HTMLDivElement>(null);
  // What watches the form hears of another place as of anything typed.
  useEffect(() => {
    if (firsts.length === 1) return;
    const first = places.current!.querySelector<HTMLInputElement>(':scope > :last-child input')!;
    first.dispatchEvent(new Event('input', { bubbles: true }));
    first.focus();
  }, [firsts.length]);
  const addPlace = () => {
    const [from, to] = [...places.current!.querySelectorAll<HTMLInputElement>(':scope > :last-child input')].map(({ value }) =>
      Number(value),
    );
    setFirsts([...firsts, Math.max(from!, to!) + 1]);
  };
  return (
    <>
      <div className={look.fit}>
        <BoardField name={nameOf('board')} none="All boards" />
        <ChoiceField
          name={nameOf('period')}
          label="For"
          defaultValue={entry === undefined ? 'weekly' : (entry.period ?? '')}
          options={PERIODS}
        />
      </div>
      <div ref={places} className={look.stack}>
        {firsts.map((from, row) => (
          <fieldset key={from} className={`${look.fit} ${styles.place}`}>
            <legend className="visually-hidden">Places and what they win</legend>
            <TextField name={nameOf('from', row)} label="From place" defaultValue={from} />
            <TextField name={nameOf('to', row)} label="To place" placeholder="the same" />
            <TextField name={nameOf('prize', row)} label="Wins" placeholder="500 coins" />
          </fieldset>
        ))}
      </div>
      {entry === undefined && firsts.length < MOST_PLACES ? (
        <div>
          <button type="button" className={control.button} onClick={addPlace}>
            Add more places
          </button>
        </div>
      ) : null}
    </>
  );
}

/** The site's own list of what can be won, on one of the boards and in one of the periods that the rule is for. */
function PrizePreview({ made, entries }: { readonly made: readonly PrizeRule[]; readonly entries: readonly PrizeRule[] }) {
  const { board = 'main', period = 'weekly' } = made[0]!;
  const known = entries.filter(({ from, to = from, prize }) => from >= 1 && to >= from && prize !== '');
  const groups = prizeGroups(rulesFor(known, board, period));
  const isLost = made.some((rule) => known.includes(rule) && weightOf(known, known.indexOf(rule)) !== 'all');
  return (
    <div className={look.stack}>
      <p>
        Board <BoardTitle board={board} />, {eachPeriod(period).toLowerCase()}
      </p>
      {groups.length === 0 ? <p>Say what a place wins.</p> : <PrizeList prizes={groups} />}
      {isLost ? (
        <p className={look.bad}>
          Rules further up already give some of these places a prize, and they come first. To change that, put this one first.
        </p>
      ) : null}
    </div>
  );
}
