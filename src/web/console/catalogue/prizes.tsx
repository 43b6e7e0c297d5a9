import { useEffect, useRef, useState } from 'react';

import { PERIOD_KINDS } from '../../../domain/calendar.ts';
import { prizeGroups } from '../../../domain/highlights/prize-groups.ts';
import { PrizeList } from '../../beside/prize-list.tsx';
import control from '../../ui/control.module.css';
import look from '../parts/console.module.css';
import { TextField } from '../parts/field.tsx';
import { BoardField, ChoiceField } from '../parts/fields.tsx';
import { filled } from '../parts/form-body.ts';
import { FIELDS } from '../parts/parts-words.ts';
import { BoardTitle } from '../parts/words/of-board.tsx';
import { ranksInWords } from '../parts/words/ranks-in-words.ts';
import { PRIZE } from './catalogue-words.ts';
import styles from './catalogue.module.css';
import type { EntryFieldsProps, EntryPart } from './entry-part.ts';
import { eachPeriod, type PrizeRule, rulesFor, weightOf } from './prize-words.ts';

const PERIODS = [...PERIOD_KINDS.map((kind) => ({ value: kind, text: eachPeriod(kind) })), { value: '', text: PRIZE.periods }];

const MOST_PLACES = 20;

export const PRIZES: EntryPart<'prizes'> = {
  ...PRIZE,
  id: 'prizes',
  seenAt: '/',
  columns: {
    ranks: ({ entry }) => ranksInWords(entry),
    board: { name: ({ entry: { board } }) => (board === undefined ? FIELDS.allBoards : <BoardTitle board={board} />) },
    period: ({ entry: { period } }) => (period === undefined ? PRIZE.everyPeriod : eachPeriod(period)),
    applies: ({ place, entries }) => PRIZE.applies[weightOf(entries, place)],
  },
  Fields: PrizeFields,
  // All rules of a form share its board and period.
  sent: ([first, ...others]) => {
    const { board, period } = first!;
    return [first!, ...others.map((rule) => ({ ...filled({ board, period }), ...rule }))];
  },
  Preview: PrizePreview,
};

function PrizeFields({ entry, nameOf }: EntryFieldsProps<'prizes'>) {
  const [firsts, setFirsts] = useState<readonly number[]>([entry?.from ?? 1]);
  const places = useRef<HTMLDivElement>(null);
  // Adding ranks counts as an edit.
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
        <BoardField name={nameOf('board')} none={FIELDS.allBoards} />
        <ChoiceField
          name={nameOf('period')}
          {...PRIZE.fields.period}
          defaultValue={entry === undefined ? 'weekly' : (entry.period ?? '')}
          options={PERIODS}
        />
      </div>
      <div ref={places} className={look.stack}>
        {firsts.map((from, row) => (
          <fieldset key={from} className={`${look.fit} ${styles.place}`}>
            <legend className="visually-hidden">{PRIZE.legend}</legend>
            <TextField name={nameOf('from', row)} {...PRIZE.fields.from} defaultValue={from} />
            <TextField name={nameOf('to', row)} {...PRIZE.fields.to} />
            <TextField name={nameOf('prize', row)} {...PRIZE.fields.prize} />
          </fieldset>
        ))}
      </div>
      {entry === undefined && firsts.length < MOST_PLACES ? (
        <button type="button" className={control.button} onClick={addPlace}>
          {PRIZE.more}
        </button>
      ) : null}
    </>
  );
}

function PrizePreview({ made, entries }: { readonly made: readonly PrizeRule[]; readonly entries: readonly PrizeRule[] }) {
  const { board = 'main', period = 'weekly' } = made[0]!;
  const known = entries.filter(({ from, to = from, prize }) => from >= 1 && to >= from && prize !== '');
  const groups = prizeGroups(rulesFor(known, board, period));
  const isLost = made.some((rule) => known.includes(rule) && weightOf(known, known.indexOf(rule)) !== 'all');
  return (
    <div className={look.stack}>
      <p>
        <BoardTitle board={board} />
        {PRIZE.on(eachPeriod(period))}
      </p>
      {groups.length === 0 ? <p>{PRIZE.empty}</p> : <PrizeList prizes={groups} />}
      {isLost ? <p className={look.bad}>{PRIZE.lost}</p> : null}
    </div>
  );
}
