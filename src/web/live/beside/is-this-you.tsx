import { useState, type SubmitEvent } from 'react';

import type { FoundEntry } from '../../../contract/page-answers.ts';
import { BesideSection } from '../../beside/beside-section.tsx';
import { Bib } from '../../board/bib/bib.tsx';
import control from '../../ui/control.module.css';
import { SEARCH_BOX } from '../../ui/search-box.ts';
import { useRested } from '../asking/in-browser.ts';
import { playersCalled } from '../asking/live-questions.ts';
import { asBefore, useLive } from '../asking/use-live.ts';
import { moveByArrow } from '../../ui/arrow-keys.ts';
import { ownId } from '../links/addresses.ts';
import { markAsMe } from '../me/mark-as-me.ts';
import { noPlayerMatches } from '../words/board-words.ts';
import { BESIDE_WORDS } from './beside-words.ts';
import styles from './beside-board.module.css';

const MOST = 4;

/** Asks visitors for their name and marks the player they choose as them, like the button on a player's page. */
export function IsThisYou({ board }: { readonly board: string }) {
  const [text, type] = useState('');
  const rested = useRested(text.trim());
  const { data, isOther } = useLive('search', [playersCalled(rested, board)], { isAsked: rested !== '', meanwhile: asBefore });
  const found = rested === '' || text.trim() === '' ? [] : (data?.entries.slice(0, MOST) ?? []);
  const choose = (entry: FoundEntry | undefined) => {
    if (entry === undefined) return;
    markAsMe({ username: ownId(entry), name: entry.title });
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    // The matches may still be those of the previous text.
    if (!isOther && rested === text.trim()) choose(found[0]);
  };
  return (
    <BesideSection id="you" title={BESIDE_WORDS.isThisYou} className={styles.room}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the box and the buttons in it */}
      <form className="anchor" onSubmit={onSubmit} onKeyDown={moveByArrow}>
        <input
          {...SEARCH_BOX}
          aria-label={BESIDE_WORDS.yourName}
          placeholder={BESIDE_WORDS.yourName}
          value={text}
          className={control.field}
          onChange={(event) => type(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && type('')}
        />
        {found.length === 0 ? null : (
          <ul aria-label={BESIDE_WORDS.whichPlayer} className={styles.found}>
            {found.map((entry) => (
              <li key={entry.id}>
                <button type="button" className={control.quiet} onClick={() => choose(entry)}>
                  <Bib id={ownId(entry)} name={entry.title} avatar={entry.avatar} size="small" />
                  <span className="grow one-line">
                    <bdi>{entry.title}</bdi> <span className="note">{entry.subtitle}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </form>
      <p role="status" className={`small muted ${styles.why}`}>
        {rested !== '' && data?.entries.length === 0 ? noPlayerMatches(rested) : BESIDE_WORDS.whyName}
      </p>
    </BesideSection>
  );
}
