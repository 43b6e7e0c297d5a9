import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';

import type { LiveBoardView } from '../../../contract/page-answers.ts';
import { boardGroups } from '../../../domain/names/board-groups.ts';
import { textMatcher } from '../../../domain/search/text-match.ts';
import control from '../../ui/control.module.css';
import { moveByArrow } from '../../ui/arrow-keys.ts';
import styles from './board-choice.module.css';
import { CHOOSER } from '../words/board-words.ts';

type BoardName = LiveBoardView['boards'][number];

interface BoardChooserProps {
  readonly boards: readonly BoardName[];
  /** The title of the board shown. */
  readonly title: string;
  readonly link: (board: BoardName) => ReactNode;
}

/** Many boards behind a single line. It opens without scripts too; with scripts, the list can be searched. */
export function BoardChooser({ boards, title, link }: BoardChooserProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const [text, type] = useState('');
  const matches = textMatcher(text);
  const found = boards.filter(({ title, name, group = '' }) => [title, name, group].some(matches));

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current!.contains(target)) box.current!.open = false;
    };
    const events = ['pointerdown', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, closeOutside);
    return () => {
      for (const event of events) document.removeEventListener(event, closeOutside);
    };
  }, []);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the box and the links in it
    <details
      ref={box}
      className="anchor"
      onToggle={({ currentTarget }) => {
        // Cleared on closing: the event for opening comes late, after a letter may have been typed.
        if (!currentTarget.open) type('');
        // Not on touch screens, where the keyboard would cover the list.
        else if (matchMedia('(hover: hover)').matches) currentTarget.querySelector('input')?.focus();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return moveByArrow(event);
        box.current!.open = false;
        box.current!.querySelector('summary')!.focus();
      }}
      onClick={({ target, currentTarget }) => {
        if (target instanceof Element && target.closest('a') !== null) currentTarget.open = false;
      }}
    >
      <summary className={control.button}>
        <span className="visually-hidden">{CHOOSER.board}: </span>
        <span className={`clamped ${styles.title}`}>{title}</span>
        <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" fill="none" stroke="currentColor" strokeWidth="2">
          <path d="M2 4l4 4 4-4" />
        </svg>
      </summary>
      <div className={styles.panel}>
        <input
          type="search"
          value={text}
          aria-label={CHOOSER.search}
          placeholder={CHOOSER.searchBox(boards.length)}
          autoComplete="off"
          className={control.field}
          onChange={(event) => type(event.target.value)}
        />
        {boardGroups(found).map(({ group, boards: own }) => (
          <Fragment key={group}>
            {group === null ? null : (
              <p className={styles.group} aria-hidden="true">
                {group}
              </p>
            )}
            <ul aria-label={group ?? CHOOSER.all}>
              {own.map((board) => (
                <li key={board.name}>{link(board)}</li>
              ))}
            </ul>
          </Fragment>
        ))}
        <p role="status">{found.length === 0 ? CHOOSER.none : ''}</p>
      </div>
    </details>
  );
}
