import { useEffect, useState } from 'react';

import { isolated } from '../../../domain/names/isolated.ts';
import control from '../../ui/control.module.css';
import { useNumberFormat, type NumberFormat } from '../../ui/number-format.ts';
import { nameList, rankWords } from '../words/rank-words.ts';
import styles from './my-row.module.css';
import { sinceThen, type Sighting, type Since, type Visit } from './visits.ts';
import { ME } from './me-words.ts';

const JUST_NOW_MS = 10_000;

interface VisitNewsProps {
  /** The player's colour, for `data-hue`. */
  readonly hue: number;
  readonly visit: Visit;
  /** `undefined` while it loads. */
  readonly now: Sighting | undefined;
}

/**
 * What changed for the visitor since their last visit, until dismissed; and, for a short time, what changed just now. A layer above the
 * page, so nothing shifts.
 */
export function VisitNews({ hue, visit: { before, first }, now }: VisitNewsProps) {
  const format = useNumberFormat();
  // Reset when the tab becomes visible again: changes found then may have happened at any time.
  const [told, setTold] = useState(now);
  const [isClosed, setClosed] = useState(false);
  const justNow = told && now && sinceThen(told, now);
  const text = JSON.stringify(now);
  useEffect(() => {
    if (text === undefined) return;
    const later = () => setTimeout(() => setTold(JSON.parse(text) as Sighting), JUST_NOW_MS);
    let timer = later();
    const forget = () => {
      setTold(undefined);
      clearTimeout(timer);
      timer = later();
    };
    document.addEventListener('visibilitychange', forget);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', forget);
    };
  }, [text]);

  const news = justNow ?? (isClosed || before === null ? undefined : sinceThen(before, first));
  if (news === undefined) return null;
  const close = () => {
    setClosed(true);
    setTold(now);
  };
  const words = `${visitWords(news, format)}.`;
  return (
    // A new element for each text: longer text in the same element would count as a layout shift.
    <div key={words} data-hue={hue} className={`line anywhere ${styles.since}`}>
      <p className="grow">
        <strong>{justNow === undefined ? ME.sinceLastVisit : ME.justNow}:</strong> {words}
      </p>
      <button type="button" aria-label={ME.close} className={`pressable ${control.quiet} ${styles.close}`} onClick={close}>
        ✕
      </button>
    </div>
  );
}

const MOST_NAMES = 3;

/** A change of place in one line: "14th to 11th; passed Kai and Noor; overtaken by Ivo". */
export function visitWords({ from, to, passed, overtakenBy }: Since, format: NumberFormat): string {
  return [
    from === to ? ME.still(rankWords(to, format)) : ME.moved(rankWords(from, format), rankWords(to, format)),
    ...(passed.length === 0 ? [] : [ME.passed(some(passed))]),
    ...(overtakenBy.length === 0 ? [] : [ME.overtakenBy(some(overtakenBy))]),
  ].join('; ');
}

function some(names: readonly string[]): string {
  const apart = names.map(isolated);
  return names.length <= MOST_NAMES
    ? nameList(apart)
    : nameList([...apart.slice(0, MOST_NAMES - 1), ME.more(names.length - MOST_NAMES + 1)]);
}
