import { useState, type KeyboardEvent } from 'react';

import { onDemand } from '../../ui/floating/on-demand.tsx';
import { PlayerSearch } from '../../site/header/player-search.tsx';
import { useView } from '../../address/view-context.ts';
import { moveByArrow } from './arrow-keys.ts';
import styles from './live-header-search.module.css';
import { PaletteOpener } from './palette-opener.tsx';

/** Fetched with the first look into the box. */
const Suggesting = onDemand(() => import('./suggesting.tsx'), 'Suggesting');

/**
 * The header's search of this edition. It filters what is shown, as in the other one; and while somebody is at it, it
 * suggests players: on a page without a board whoever the text may mean, on one with a board if it has few of them.
 */
export function LiveHeaderSearch() {
  const { view, leavePlayer } = useView();
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setOpened] = useState(isOpen);
  if (isOpen && !wasOpen) setOpened(true);

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const isInBox = event.target instanceof HTMLInputElement;
    if (event.key === 'Escape' && !isInBox) {
      event.currentTarget.querySelector('input')?.focus();
      setOpen(false);
      return;
    }
    if (isInBox && event.key === 'ArrowDown') setOpen(true);
    moveByArrow(event);
  };

  const follow = () => {
    // The letters belong to the page that is left, where going back finds them.
    leavePlayer();
    setOpen(false);
  };

  return (
    <div className={styles.search}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the box and the links in it */}
      <div
        onFocus={() => setOpen(true)}
        onBlur={({ currentTarget, relatedTarget }) => currentTarget.contains(relatedTarget) || setOpen(false)}
        // What was typed before the page listened comes without the focus.
        onInput={({ currentTarget }) => currentTarget.contains(document.activeElement) && setOpen(true)}
        onKeyDown={onKeyDown}
      >
        <PlayerSearch>{view.board === '' ? null : <input type="hidden" name="board" value={view.board} />}</PlayerSearch>
        {wasOpen ? <Suggesting isWanted={isOpen} onFollow={follow} /> : null}
      </div>
      <PaletteOpener />
    </div>
  );
}
